//! A registered data source implements `DataSource`.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {}

impl DataSource for Pet {
    type Provider = Zoo;

    async fn read(config: Self, _: &Zoo, _: &mut ReadDataContext) -> Result<Self> {
        Ok(config)
    }
}

#[derive(Model)]
struct Diet {
    kcal: i64,
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
        registry.data_source::<Pet>();
    }
}

fn main() {}
