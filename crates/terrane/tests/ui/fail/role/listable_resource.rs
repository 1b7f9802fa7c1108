//! A resource that this provider serves is not the resource of another one.

use terrane::Listable;
use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(identity)]
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

#[derive(Model)]
struct Diet {
    #[tf(identity)]
    kcal: i64,
}

impl Listable for Pet {
    type Provider = Zoo;
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
        registry.resource::<Pet>();
    }
}

fn main() {}
