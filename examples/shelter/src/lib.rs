//! An example provider of an HTTP API, with `terrane-api`: animals in a shelter.
//!
//! [`Animal`] is a resource that is created under a unique name and then gets its place, and [`Animals`] a data source over a list with several pages.

mod animal;
mod animals;

pub use self::animal::Animal;
pub use self::animals::Animals;

use std::time::Duration;

use terrane::prelude::*;
use terrane_api::{Client, Credentials, Retry, Token};

/// The settings of the provider.
#[derive(Debug, Model)]
pub struct Config {
    /// The address of the API, such as `https://api.example.com/v1`.
    #[tf(env = "SHELTER_URL")]
    url: String,
    /// The password, with which the provider logs in.
    #[tf(env = "SHELTER_PASSWORD")]
    password: Sensitive<String>,
    /// The first delay before a request is repeated, in milliseconds.
    #[tf(default = 500, validate(range(0..)))]
    first_delay: i64,
}

/// The configured provider, which all items share.
#[derive(Debug)]
pub struct Shelter {
    api: Client,
}

#[provider("registry.terraform.io/example/shelter")]
impl Provider for Shelter {
    async fn configure(config: Config, cx: &mut ConfigureContext) -> Result<Self> {
        let delay = Duration::from_millis(config.first_delay.unsigned_abs());
        let api = Client::builder(&config.url)
            .agent(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
            .credentials(session(config.password.expose().clone()))
            .retry(Retry::default().first_delay(delay))
            .build(cx)?;
        Ok(Shelter { api })
    }

    fn register(registry: &mut Registry<Self>) {
        registry.resource::<Animal>().data_source::<Animals>();
    }
}

/// A session, which the API ends when it likes.
fn session(password: String) -> Credentials {
    Credentials::renewed(move |api, cx| {
        let login = api.post(["login"]).json(&password).repeatable();
        async move { Ok(Token::bearer(login.fetch::<String>(&cx).await?)) }
    })
}
