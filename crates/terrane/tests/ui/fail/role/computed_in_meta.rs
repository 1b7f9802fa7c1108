//! A `provider_meta` block has no computed values.

use terrane::prelude::*;

#[derive(Model)]
struct Module {
    team: Computed<String>,
}

struct Zoo;

impl Provider for Zoo {
    const ADDRESS: &'static str = "registry.terraform.io/example/zoo";
    const VERSION: &'static str = "0.1.0";
    type Config = ();

    async fn configure(_: (), _: &mut ConfigureContext) -> Result<Self> {
        Ok(Zoo)
    }

    fn register(registry: &mut Registry<Self>) {
        registry.meta::<Module>();
    }
}

fn main() {}
