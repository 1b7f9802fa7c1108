//! Hosts support computed blocks only in resources, at any depth.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    name: String,
    #[tf(block)]
    diet: Option<Diet>,
    #[tf(block)]
    meals: Vec<Diet>,
    #[tf(flatten, computed)]
    care: Diet,
}

#[derive(Model)]
struct Ticket {
    #[tf(block)]
    diet: Diet,
}

#[derive(Model)]
struct Diet {
    limits: Computed<Vec<Limit>>,
}

#[derive(Model)]
struct Limit {
    kcal: Computed<i64>,
}

impl DataSource for Pet {
    type Provider = Zoo;

    async fn read(config: Self, _: &Zoo, _: &mut ReadDataContext) -> Result<Self> {
        Ok(config)
    }
}

impl Ephemeral for Ticket {
    type Provider = Zoo;

    async fn open(config: Self, _: &Zoo, _: &mut OpenContext) -> Result<Self> {
        Ok(config)
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
