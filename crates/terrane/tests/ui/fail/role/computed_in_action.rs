//! A computed value has no effect in an action.

use terrane::prelude::*;

#[derive(Model)]
struct Feed {
    amount: Computed<i64>,
}

impl Action for Feed {
    type Provider = Zoo;

    async fn invoke(_: Self, _: &Zoo, _: &mut InvokeContext) -> Result<()> {
        Ok(())
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
