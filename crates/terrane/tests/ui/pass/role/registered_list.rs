//! A registered list resource implements `ListResource`.

use futures_util::Stream;
use terrane::prelude::*;

#[derive(Model)]
struct Query {}

impl ListResource for Query {
    type Resource = Pet;

    fn list(
        _: Self,
        _: &Zoo,
        _: &mut ListContext,
    ) -> impl Stream<Item = Result<Listed<Pet>>> + Send {
        futures_util::stream::empty()
    }
}

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
        registry.list::<Query>();
    }
}

fn main() {}
