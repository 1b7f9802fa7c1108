//! The provider of Acme Platform.

mod client;
#[cfg(test)]
#[path = "../examples/stub.rs"]
mod stub;
mod widget;

use std::process::ExitCode;

use terrane::prelude::*;

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
    client: client::Client,
}

#[provider("registry.terraform.io/my-namespace/acme")]
impl Provider for Acme {
    async fn configure(config: Config, _: &mut ConfigureContext) -> Result<Self> {
        Ok(Self {
            client: client::Client::new(&config.url, config.token),
        })
    }

    fn register(registry: &mut Registry<Self>) {
        registry.resource::<widget::Widget>();
    }
}

fn main() -> ExitCode {
    terrane::serve::<Acme>()
}
