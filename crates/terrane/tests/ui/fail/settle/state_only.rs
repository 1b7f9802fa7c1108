//! A state-only resource has no settle step.

use terrane::prelude::*;

#[derive(Debug)]
struct Zoo;

impl Provider for Zoo {
    const ADDRESS: &'static str = "example.com/acme/zoo";
    const VERSION: &'static str = "0.1.0";
    type Config = ();

    async fn configure(_: (), _: &mut ConfigureContext) -> Result<Self> {
        Ok(Zoo)
    }

    fn register(_: &mut Registry<Self>) {}
}

#[derive(Model)]
struct Throw {
    #[tf(keep)]
    points: Computed<i64>,
}

impl StateOnly for Throw {
    type Provider = Zoo;

    async fn create(plan: Self, _: &Zoo, _: &mut CreateContext) -> Result<Self> {
        Ok(plan.with_computed(ThrowComputed { points: 6 }))
    }

    async fn settle(created: Self, _: &Zoo, _: &mut CreateContext) -> Result<Self> {
        Ok(created)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Zoo, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Zoo, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

fn main() {}
