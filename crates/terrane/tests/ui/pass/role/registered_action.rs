//! A registered action implements `Action`.

use terrane::prelude::*;

#[derive(Model)]
struct Feed {}

impl Action for Feed {
    type Provider = Zoo;

    async fn invoke(_: Self, _: &Zoo, _: &mut InvokeContext) -> Result<()> {
        Ok(())
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
        registry.action::<Feed>();
    }
}

fn main() {}
