//! A list resource lists a type that implements `Listable`.

use futures_util::Stream;
use terrane::Listable;
use terrane::prelude::*;

#[derive(Model)]
struct Query {}

impl ListResource for Query {
    type Resource = Pet;

    fn list(
        _: Self,
        _: &Zoo,
        _: &mut ListContext,
    ) -> impl Stream<Item = Result<Listed<Self::Resource>>> + Send {
        futures_util::stream::empty()
    }
}

#[derive(Model)]
struct Pet {
    #[tf(identity)]
    name: String,
}

impl Listable for Pet {
    type Provider = Zoo;
}

#[derive(Model)]
struct Diet {
    #[tf(identity)]
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
