//! A state-only resource has no settle step.

use terrane::prelude::*;

#[derive(Debug)]
struct Zoo;

impl Provider for Zoo {
    const ADDRESS: &'static str = "example.com/acme/zoo";
    const VERSION: &'static str = "0.1.0";
    type Config = ();

    async fn configure(_: (), _: &mut Configure) -> Result<Self> {
        Ok(Zoo)
    }

    fn register(registry: &mut Registry<Self>) {
        registry.state_only::<Throw>();
    }
}

#[derive(Schema)]
#[tf(settle)]
struct Throw {
    #[tf(keep)]
    points: Computed<i64>,
}

impl StateOnly for Throw {
    type Provider = Zoo;

    async fn create(plan: Self, _: &Zoo, _: &mut Create) -> Result<Self> {
        Ok(plan.with_computed(ThrowComputed { points: 6 }))
    }
}

fn main() {}
