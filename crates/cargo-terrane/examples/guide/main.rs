//! The provider of the guide "one resource at a time" after its first step. A test compares it with the guide, and names the Go program in `ZOO_GO`.

use std::sync::Arc;

use terrane::Serve;
use terrane::prelude::*;
use terrane_composition::{ForeignProvider, Mux, MuxMember};

#[expect(unreachable_pub, reason = "a package makes its settings public")]
mod settings;

struct Zoo;

#[provider("registry.terraform.io/example/zoo")]
impl Provider for Zoo {
    async fn configure(_: settings::Config, _: &mut ConfigureContext) -> Result<Self> {
        Ok(Zoo)
    }
    fn register(_: &mut Registry<Self>) {
        // registry.resource::<Pet>();
    }
}

fn main() -> std::process::ExitCode {
    Serve::nonblocking(Zoo::ADDRESS, Zoo::VERSION, |servers| {
        let rust = MuxMember::new("rust", servers.server::<Zoo>());
        let go = ForeignProvider::new("zoo-go", std::env::var("ZOO_GO").unwrap_or_default());
        Arc::new(Mux::new([rust, go.member()]))
    })
    .run()
}
