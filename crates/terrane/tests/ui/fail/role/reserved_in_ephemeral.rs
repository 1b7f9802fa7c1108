//! Hosts keep some names in every ephemeral resource.

use terrane::prelude::*;

#[derive(Model)]
struct Ticket {
    count: i64,
}

impl Ephemeral for Ticket {
    type Provider = Zoo;

    async fn open(config: Self, _: &Zoo, _: &mut OpenContext) -> Result<Self> {
        Ok(config)
    }
}

struct Zoo;

impl Provider for Zoo {
    const ADDRESS: &'static str = "registry.terraform.io/example/zoo";
    const VERSION: &'static str = "0.1.0";
    type Config = ();

    async fn configure(_: (), _: &mut ConfigureContext) -> Result<Self> {
        Ok(Zoo)
    }

    fn register(_: &mut Registry<Self>) {}
}

fn main() {}
