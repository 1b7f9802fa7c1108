//! The provider that uses everything once, in a kitchen sink: one file for each feature of providers.
//!
//! | How do I .. | see |
//! |---|---|
//! | read settings, from variables too | `provider` |
//! | keep objects that others change: create, settle, read, update, delete, time out | `dish` |
//! | choose the types of attributes | `spice` |
//! | hold objects in plain attributes, as in `list(object)` | `larder` |
//! | compare texts by their meaning, or use types of other crates | `label` |
//! | validate a configuration, and read data | `inspection` |
//! | plan: dependencies, replacement, and facts about unknown values | `recipe` |
//! | nest attributes | `nested`, and blocks `rack_blocks`; their common parts are in `rack` |
//! | read states of older versions, and move objects of other types | `jar` |
//! | declare the identity of an object, and let it change | `towel` |
//! | fill nested blocks that nobody configured | `window` |
//! | make a schema at run time | `menu`; `run_time` has all schemas of the sink |
//! | deprecate a resource | `sponge` |
//! | give a type the name of the provider | `basin` |
//! | give types another prefix than the provider's name, and serve with options | `beta` |
//! | open something for the time of a run | `tap` |
//! | define functions | `functions` |
//! | find what exists | `dishes` |
//! | find objects of a resource that another provider serves, and repeat the schema of a provider in Go | `cellar` |
//! | run an action, which has no state | `rinse` |
//! | store states | `drawer` |
//! | work on a machine that a resource has made | `scrub` |
//!
//! This is the provider for hosts that speak protocol 6. `blocks` is the crate root of the same provider for hosts that speak only protocol 5. There,
//! racks have blocks instead of nested attributes. Both register drawers, although protocol 5 has no state stores.

mod basin;
mod cellar;
mod dish;
mod dishes;
mod drawer;
mod functions;
mod inspection;
mod jar;
mod label;
mod larder;
mod menu;
mod nested;
mod pantry;
mod provider;
mod rack;
mod recipe;
mod rinse;
mod run_time;
mod run_time_nested;
mod spice;
mod sponge;
mod tap;
mod towel;
mod window;

use std::process::ExitCode;
use std::sync::Arc;

use terrane::{Provider, Registry, Serve, dynamic};
use terrane_composition::{Mux, MuxMember};

use crate::cellar::Cellar;
use crate::provider::Sink;

/// Registers racks in the form that only protocol 6 has, and windows, which only protocol 6 has.
fn register(registry: &mut Registry<Sink>) {
    registry
        .resource::<nested::Rack>()
        .state_only::<window::Window>();
}

/// Registers all items with run-time schemas.
fn register_at_run_time(registry: dynamic::Registry) -> dynamic::Registry {
    run_time::register(registry, run_time_nested::register)
}

/// Serves the provider to the host that started this process.
pub fn serve() -> ExitCode {
    if run_time::is_wanted() {
        Serve::dynamic(run_time::provider(), register_at_run_time)
            .log(Sink::log)
            .run()
    } else {
        terrane::serve::<Sink>()
    }
}

/// Makes the provider of run-time schemas, without a process around it.
#[must_use]
pub fn run_time_server() -> Arc<dyn terrane_protocol::Provider> {
    dynamic::server(run_time::provider(), register_at_run_time)
}

/// Makes the provider without a process around it.
#[must_use]
pub fn server() -> Arc<dyn terrane_protocol::Provider> {
    terrane::server::<Sink>()
}

/// Serves the sink and the cellar as one provider.
pub fn serve_with_cellar() -> ExitCode {
    Serve::nonblocking(Sink::ADDRESS, Sink::VERSION, |servers| {
        Arc::new(Mux::new([
            MuxMember::new("sink", servers.server::<Sink>()),
            MuxMember::new("cellar", servers.server::<Cellar>()),
        ]))
    })
    .run()
}
