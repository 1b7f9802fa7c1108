//! The `sink` provider for hosts that speak protocol 5 only. It has the same modules as the library, except for racks, which have blocks instead of
//! nested attributes.

mod basin;
mod dish;
mod dishes;
mod drawer;
mod functions;
mod inspection;
mod jar;
mod label;
mod larder;
mod menu;
mod pantry;
mod provider;
mod rack;
mod rack_blocks;
mod recipe;
mod rinse;
mod run_time;
mod run_time_blocks;
mod spice;
mod sponge;
mod tap;
mod towel;

use std::process::ExitCode;

use terrane::{Provider, Registry, Serve, dynamic};

use crate::provider::Sink;

/// Registers racks with blocks, which every protocol supports.
fn register(registry: &mut Registry<Sink>) {
    registry.resource::<rack_blocks::Rack>();
}

/// Registers all items with run-time schemas.
fn register_at_run_time(registry: dynamic::Registry) -> dynamic::Registry {
    run_time::register(registry, run_time_blocks::register)
}

fn main() -> ExitCode {
    if run_time::is_wanted() {
        Serve::dynamic(run_time::provider(), register_at_run_time)
            .log(Sink::log)
            .run()
    } else {
        terrane::serve::<Sink>()
    }
}
