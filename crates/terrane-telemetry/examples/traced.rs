//! A provider of an API whose spans are exported, and whose API takes part in the traces.

use std::process::ExitCode;

use serde_json::{Value as Json, json};
use terrane::prelude::*;
use terrane_api::{Client, Credentials};

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

#[provider("registry.terraform.io/example/traced")]
impl Provider for Zoo {
    async fn configure(config: Config, cx: &mut ConfigureContext) -> Result<Self> {
        let api = Client::builder(config.url)
            .credentials(Credentials::bearer(config.token.expose()))
            .each_attempt(terrane_telemetry::propagate)
            .build(cx)?;
        Ok(Self { api })
    }

    fn register(registry: &mut Registry<Self>) {
        registry.resource::<Pet>();
    }
}

/// An animal.
#[derive(Model)]
struct Pet {
    /// Its name.
    #[tf(identity, replace)]
    name: String,
    /// The number of its chip, by which the API finds it.
    chip: Sensitive<String>,
}

impl Resource for Pet {
    type Provider = Zoo;

    async fn create(plan: Self, zoo: &Zoo, cx: &mut CreateContext) -> Result<Self> {
        let chip = plan.chip.expose();
        let span = tracing::info_span!("weigh", pet = %plan.name, note = format!("chip {chip}"));
        let known: Option<Json> = zoo.api.get(["pets", chip]).find(cx).await?;
        span.in_scope(|| tracing::info!(known = known.is_some(), "weighed"));
        let body = json!({ "name": plan.name, "chip": chip });
        zoo.api
            .post(["pets"])
            .query("chip", chip)
            .json(&body)
            .create::<()>(cx)
            .await?;
        Ok(plan)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Zoo, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Zoo, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

fn main() -> ExitCode {
    terrane_telemetry::install::<Zoo>();
    terrane::serve::<Zoo>()
}
