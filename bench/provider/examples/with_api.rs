//! A provider with a client of `terrane-api`, which is made in `configure`. The benchmark compares it with `without_api`, the same provider without one.

use std::process::ExitCode;

use serde::{Deserialize, Serialize};
use terrane::prelude::*;
use terrane_api::{Client, Credentials, ResultExt as _};

/// The settings.
#[derive(Model)]
struct Config {
    /// The address of the API.
    url: String,
    /// The token.
    token: Sensitive<String>,
}

struct Zoo {
    api: Client,
}

#[provider("registry.terraform.io/terrane/zoo")]
impl Provider for Zoo {
    async fn configure(config: Config, cx: &mut ConfigureContext) -> Result<Self> {
        let api = Client::builder(config.url)
            .agent(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
            .credentials(Credentials::bearer(config.token.expose()))
            .build(cx)?;
        Ok(Self { api })
    }

    fn register(registry: &mut Registry<Self>) {
        registry.resource::<Pet>();
    }
}

/// An animal.
#[derive(Model, Serialize)]
struct Pet {
    /// Its name.
    name: String,
    /// The id that the API assigns.
    #[tf(identity)]
    #[serde(skip)]
    id: Computed<String>,
}

/// An animal of the API.
#[derive(Deserialize)]
struct Answer {
    id: String,
    name: String,
}

impl Resource for Pet {
    type Provider = Zoo;

    async fn create(mut plan: Self, zoo: &Zoo, cx: &mut CreateContext) -> Result<Self> {
        let request = zoo.api.post(["pets"]).json(&plan).idempotency_key();
        let created: Answer = request.fetch(cx).await.fields_of::<Self>()?;
        plan.id.fill(created.id);
        Ok(plan)
    }

    async fn read(prior: Prior<Self>, zoo: &Zoo, cx: &mut ReadContext) -> Result<Found<Self>> {
        let request = zoo.api.get(["pets", &prior.key().id]);
        let found: Option<Answer> = request.find(cx).await?;
        Ok(Found::or_gone(found.map(|pet| Self {
            name: pet.name,
            id: pet.id.into(),
        })))
    }

    async fn update(
        plan: Self,
        prior: Prior<Self>,
        zoo: &Zoo,
        cx: &mut UpdateContext,
    ) -> Result<Self> {
        let request = zoo.api.put(["pets", &prior.key().id]).json(&plan);
        request.repeatable().send(cx).await.fields_of::<Self>()?;
        Ok(plan)
    }

    async fn delete(prior: Prior<Self>, zoo: &Zoo, cx: &mut DeleteContext) -> Result<()> {
        let request = zoo.api.delete(["pets", &prior.key().id]);
        Ok(request.remove(cx).await?)
    }
}

fn main() -> ExitCode {
    terrane::serve::<Zoo>()
}
