//! The `sink` provider for hosts that speak protocol 5 only: the same modules as in the library, but for racks, which have blocks in place of
//! nested attributes, and for drawers, which protocol 5 does not know.

mod dish;
mod dishes;
mod functions;
mod inspection;
mod jar;
mod label;
mod menu;
mod provider;
mod rack;
mod rack_blocks;
mod recipe;
mod rinse;
mod spice;
mod tap;

use std::process::ExitCode;

use terrane::Registry;

use crate::provider::Sink;

/// Registers what is otherwise with protocol 6.
fn register(registry: &mut Registry<Sink>) {
    registry.resource::<rack_blocks::Rack>();
}

#[tokio::main]
async fn main() -> ExitCode {
    terrane::serve::<Sink>().await
}
