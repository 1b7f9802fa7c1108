//! The objects of a resource exist in the state alone, or not.

use terrane::prelude::*;

struct Zoo;

impl Provider for Zoo {
    const ADDRESS: &'static str = "registry.terraform.io/example/zoo";
    const VERSION: &'static str = "0.1.0";
    type Config = ();

    async fn configure((): (), _: &mut ConfigureContext) -> Result<Self> {
        Ok(Zoo)
    }

    fn register(registry: &mut Registry<Self>) {
        registry.resource::<Pet>();
    }
}

#[derive(Model)]
struct Pet {
    name: String,
}

#[derive(Model)]
struct Dog {
    name: String,
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

impl StateOnly for Dog {
    type Provider = Zoo;

    async fn create(plan: Self, _: &Zoo, _: &mut CreateContext) -> Result<Self> {
        Ok(plan)
    }
}

fn main() {}
