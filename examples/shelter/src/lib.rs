//! An example provider of an HTTP API, with `terrane-api`: animals in a shelter.
//!
//! The chapters `apis` and `testing_apis` of the guide explain this package.

mod animal;
mod animals;
mod lookup;

pub use self::animal::Animal;
pub use self::animals::Animals;
pub use self::lookup::Lookup;

use std::time::Duration;

use serde::Deserialize;
use serde_json::json;
use terrane::prelude::*;
use terrane_api::{Client, Coalescer, Credentials, Retry, Token};

use self::animal::Answer;

/// The settings of the provider.
#[derive(Debug, Model)]
pub struct Config {
    /// The address of the API.
    #[tf(env = "SHELTER_URL", default = "https://api.example.com/v1")]
    url: String,
    /// The password, with which the provider logs in.
    #[tf(env = "SHELTER_PASSWORD")]
    password: Sensitive<String>,
    /// The delay before a request is repeated for the first time, in milliseconds.
    #[tf(default = 500, validate(range(1..)))]
    first_delay: i64,
}

/// The configured provider, which all calls share.
#[derive(Debug)]
pub struct Shelter {
    api: Client,
    by_id: Coalescer<String, Answer>,
}

#[provider("registry.terraform.io/example/shelter")]
impl Provider for Shelter {
    async fn configure(config: Config, cx: &mut ConfigureContext) -> Result<Self> {
        let first_delay = Duration::from_millis(config.first_delay.unsigned_abs());
        let api = Client::builder(&config.url)
            .agent(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
            .credentials(session(config.password.expose().clone()))
            .retry(Retry::default().first_delay(first_delay))
            .build(cx)?;
        let by_id = lookup::reader(&api);
        Ok(Shelter { api, by_id })
    }

    fn register(registry: &mut Registry<Self>) {
        registry
            .resource::<Animal>()
            .data_source::<Animals>()
            .data_source::<Lookup>();
    }
}

/// The answer to a login.
#[derive(Deserialize)]
struct Session {
    token: String,
}

/// Logs in before the first request, and when the API has ended the session.
fn session(password: String) -> Credentials {
    Credentials::renewed(move |api, cx| {
        let password = json!({ "password": password });
        let login = api.post(["login"]).json(&password).repeatable();
        async move {
            let session: Session = login.fetch(&cx).await?;
            Ok(Token::bearer(session.token))
        }
    })
}
