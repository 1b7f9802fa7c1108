//! The provider of a function is a type.

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
fn greet(_: &Zoo) -> String {
    String::new()
}

fn main() {}
