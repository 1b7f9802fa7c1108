//! A data source has no write-only values.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    owner: Option<Owner>,
}

#[derive(Model)]
struct Owner {
    password: WriteOnly<String>,
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

    async fn configure((): (), _: &mut ConfigureContext) -> Result<Self> {
        Ok(Zoo)
    }

    fn register(_: &mut Registry<Self>) {}
}

fn main() {}
