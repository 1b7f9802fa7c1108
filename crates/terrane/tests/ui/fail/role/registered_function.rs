//! A registered function implements `Function`.

use terrane::prelude::*;

#[function]
fn slug(name: String) -> String {
    name
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

    async fn configure(_: (), _: &mut ConfigureContext) -> Result<Self> {
        Ok(Zoo)
    }

    fn register(registry: &mut Registry<Self>) {
        registry.function::<Diet>();
    }
}

fn main() {}
