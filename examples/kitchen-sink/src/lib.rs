//! The provider that uses everything once, in a kitchen sink: one file for each thing that a provider can do.
//!
//! | How do I .. | see |
//! |---|---|
//! | read settings, from variables too | `provider` |
//! | keep objects that others change: create, settle, read, update, delete, time out | `dish` |
//! | say which types attributes have | `spice` |
//! | give texts a meaning, or use types of other crates | `label` |
//! | check what is configured, and look something up | `inspection` |
//! | plan: what changes with what, what replaces, what is known before | `recipe` |
//! | nest attributes | `nested`, and blocks `rack_blocks`; what both hold is in `rack` |
//! | read what older versions stored, take over other objects | `jar` |
//! | say what identifies an object, and let that change | `towel` |
//! | fill nested blocks that nobody configured | `window` |
//! | make a schema at run time | `menu` |
//! | let something go out of use | `sponge` |
//! | open something for the time of a run | `tap` |
//! | define functions | `functions` |
//! | find what exists | `dishes` |
//! | do something that leaves no state | `rinse` |
//! | keep states | `drawer` |
//! | work on a machine that a resource has made | `scrub` |
//!
//! This is the provider for hosts that speak protocol 6. `blocks` is the crate root of the same provider for those that speak 5 only, in which
//! racks have blocks in place of nested attributes. Drawers are there in both, though protocol 5 does not know of them.

mod dish;
mod dishes;
mod drawer;
mod functions;
mod inspection;
mod jar;
mod label;
mod menu;
mod nested;
mod provider;
mod rack;
mod recipe;
mod rinse;
mod spice;
mod sponge;
mod tap;
mod towel;
mod window;

use std::process::ExitCode;
use std::sync::Arc;

use terrane::Registry;

use crate::provider::Sink;

/// Registers racks in the form that only protocol 6 has, and windows, which only protocol 6 has.
fn register(registry: &mut Registry<Sink>) {
    registry
        .resource::<nested::Rack>()
        .state_only::<window::Window>();
}

/// Serves the provider to the host that started this process.
pub fn serve() -> ExitCode {
    terrane::serve::<Sink>()
}

/// Makes the provider without a process around it.
#[must_use]
pub fn server() -> Arc<dyn terrane_protocol::Provider> {
    terrane::server::<Sink>()
}
