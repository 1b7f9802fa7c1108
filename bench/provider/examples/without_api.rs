//! The provider of `with_api` without a client.

use std::process::ExitCode;

use terrane::prelude::*;

/// The settings.
#[derive(Model)]
struct Config {
    /// The address of the API.
    url: String,
    /// The token.
    token: Sensitive<String>,
}

struct Zoo {
    prefix: String,
}

#[provider("registry.terraform.io/terrane/zoo")]
impl Provider for Zoo {
    async fn configure(config: Config, _: &mut ConfigureContext) -> Result<Self> {
        let prefix = format!("{} {}", config.url, config.token.expose());
        Ok(Self { prefix })
    }

    fn register(registry: &mut Registry<Self>) {
        registry.resource::<Pet>();
    }
}

/// An animal.
#[derive(Model)]
struct Pet {
    /// Its name.
    name: String,
    /// The id that the API assigns.
    #[tf(identity)]
    id: Computed<String>,
}

impl Resource for Pet {
    type Provider = Zoo;

    async fn create(mut plan: Self, zoo: &Zoo, _: &mut CreateContext) -> Result<Self> {
        let id = format!("{}/{}", zoo.prefix, plan.name);
        plan.id.fill(id);
        Ok(plan)
    }

    async fn read(_: Prior<Self>, _: &Zoo, _: &mut ReadContext) -> Result<Found<Self>> {
        Ok(Found::Unchanged)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Zoo, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Zoo, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

fn main() -> ExitCode {
    terrane::serve::<Zoo>()
}
