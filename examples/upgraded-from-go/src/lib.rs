//! HashiCorp's `time` provider, of which one resource has moved from Go to Rust.
//!
//! The Go program stays unchanged, and lies next to this program as `time-go`. It still serves `time_sleep`, which this program hides.

mod pause;
mod sleep;
mod wait;

use std::process::ExitCode;
use std::sync::Arc;

use terrane::Serve;
use terrane::prelude::*;
use terrane_composition::{ForeignProvider, Item, Mux, MuxMember, Pin, PinError, TypeKind};

use crate::pause::Pause;
use crate::sleep::Sleep;

/// The resources that have moved to Rust.
#[derive(Default)]
struct Time;

#[provider("registry.terraform.io/hashicorp/time")]
impl Provider for Time {
    fn register(registry: &mut Registry<Self>) {
        registry.resource::<Sleep>().resource::<Pause>();
    }
}

/// Serves the provider to the host that started this process. `pin` has the checksums and the schemas of the Go program.
///
/// # Errors
///
/// Fails if the text is not a pin.
pub fn serve(pin: &str) -> std::result::Result<ExitCode, PinError> {
    let pin: Pin = pin.parse()?;
    let serve = Serve::nonblocking(Time::ADDRESS, Time::VERSION, move |servers| {
        let moved = [Item::Type(TypeKind::Resource, "time_sleep")];
        let go = ForeignProvider::pinned(&pin).member().without(moved);
        let rust = MuxMember::new("rust", servers.server::<Time>());
        Arc::new(Mux::new([rust, go]))
    });
    Ok(serve.run())
}
