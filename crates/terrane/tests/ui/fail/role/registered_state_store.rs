//! A registered state store implements `StateStore`.

use bytes::Bytes;
use terrane::context::Context;
use terrane::{StateStore, prelude::*};

#[derive(Model)]
struct Burrow {}

impl StateStore for Burrow {
    type Provider = Zoo;
    type Store = ();

    async fn configure(_: Self, _: &Zoo, _: &mut Context) -> Result<()> {
        Ok(())
    }

    async fn read((): &(), _: &str, _: &mut Context) -> Result<Option<Bytes>> {
        Ok(None)
    }

    async fn write((): &(), _: &str, _: Bytes, _: &mut Context) -> Result<()> {
        Ok(())
    }

    async fn list((): &(), _: &mut Context) -> Result<Vec<String>> {
        Ok(Vec::new())
    }

    async fn delete((): &(), _: &str, _: &mut Context) -> Result<()> {
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
        registry.state_store::<Diet>();
    }
}

fn main() {}
