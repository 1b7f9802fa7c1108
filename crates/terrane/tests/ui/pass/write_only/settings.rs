//! The settings of a provider hold no write-only values.

use terrane::prelude::*;

#[derive(Model)]
struct Settings {
    token: Option<String>,
}

struct Zoo;

impl Provider for Zoo {
    const ADDRESS: &'static str = "registry.terraform.io/example/zoo";
    const VERSION: &'static str = "0.1.0";
    type Config = Settings;

    async fn configure(_: Settings, _: &mut ConfigureContext) -> Result<Self> {
        Ok(Zoo)
    }

    fn register(_: &mut Registry<Self>) {}
}

fn main() {}
