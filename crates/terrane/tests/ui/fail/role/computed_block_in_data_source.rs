//! Hosts support computed blocks only in resources.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(block)]
    diet: Computed<Option<Diet>>,
}

#[derive(Model)]
struct Diet {
    kcal: Computed<i64>,
}

impl DataSource for Pet {
    type Provider = Zoo;

    async fn read(config: Self, _: &Zoo, _: &mut ReadDataContext) -> Result<Self> {
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
