//! A resource has no attribute with a name that hosts reserve.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    number: i64,
}

impl Resource for Pet {
    type Provider = Zoo;

    async fn create(plan: Self, _: &Zoo, _: &mut CreateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Zoo, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Zoo, _: &mut DeleteContext) -> Result<()> {
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
