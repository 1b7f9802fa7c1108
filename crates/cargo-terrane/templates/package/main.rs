//! The provider of Acme Platform.

#[cfg(test)]
#[path = "../examples/stub.rs"]
mod stub;
mod widget;

use std::process::ExitCode;

use terrane::prelude::*;
use terrane_api::{Client, Credentials};

/// Manages objects of Acme Platform.
#[derive(Model)]
struct Config {
    /// The address of the API.
    #[tf(env = "ACME_URL", default = "https://api.example.com")]
    url: String,
    /// The token that authorizes requests.
    #[tf(env = "ACME_TOKEN")]
    token: Sensitive<String>,
}

/// The configured provider, which all calls share.
struct Acme {
    client: Client,
}

#[provider("registry.terraform.io/my-namespace/acme")]
impl Provider for Acme {
    async fn configure(config: Config, cx: &mut ConfigureContext) -> Result<Self> {
        let client = Client::builder(config.url)
            .agent(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
            .credentials(Credentials::bearer(config.token.expose()))
            .build(cx)?;
        Ok(Self { client })
    }

    fn register(registry: &mut Registry<Self>) {
        registry.resource::<widget::Widget>();
    }
}

fn main() -> ExitCode {
    terrane::serve::<Acme>()
}
