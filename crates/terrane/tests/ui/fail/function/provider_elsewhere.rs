//! A function is registered with its own provider.

use terrane::prelude::*;

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

#[function(provider = Zoo)]
fn greet(zoo: &Zoo, name: String) -> String {
    let _ = zoo;
    name
}

fn register(registry: &mut Registry<Farm>) {
    registry.function::<greet>();
}

struct Farm;

impl Provider for Farm {
    const ADDRESS: &'static str = "registry.terraform.io/example/farm";
    const VERSION: &'static str = "0.1.0";
    type Config = ();

    async fn configure(_: (), _: &mut ConfigureContext) -> Result<Self> {
        Ok(Farm)
    }

    fn register(_: &mut Registry<Self>) {}
}

fn main() {}
