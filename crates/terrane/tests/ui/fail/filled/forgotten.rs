//! A `create` of a `filled` model returns `plan.filled(..)`.

use terrane::{Filled, prelude::*};

#[derive(Model)]
#[tf(filled)]
struct Pet {
    name: String,
    id: Computed<String>,
}

impl StateOnly for Pet {
    type Provider = Zoo;

    async fn create(plan: Self, _: &Zoo, _: &mut CreateContext) -> Result<Filled<Self>> {
        let id = plan.name.clone();
        Ok(plan.with_computed(PetComputed { id }))
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
