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
mod spice;
mod sponge;
mod tap;
mod towel;

use std::process::ExitCode;

use terrane::Registry;

use crate::provider::Sink;

/// Registers racks with blocks, which every protocol supports.
fn register(registry: &mut Registry<Sink>) {
    registry.resource::<rack_blocks::Rack>();
}

fn main() -> ExitCode {
    terrane::serve::<Sink>()
}
