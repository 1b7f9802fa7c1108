//! A registered ephemeral resource implements `Ephemeral`.

use terrane::prelude::*;

#[derive(Model)]
struct Badge {}

impl Ephemeral for Badge {
    type Provider = Zoo;

    async fn open(config: Self, _: &Zoo, _: &mut OpenContext) -> Result<Self> {
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

    async fn configure((): (), _: &mut ConfigureContext) -> Result<Self> {
        Ok(Zoo)
    }

    fn register(registry: &mut Registry<Self>) {
        registry.ephemeral::<Diet>();
    }
}

fn main() {}
