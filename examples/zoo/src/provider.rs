//! The provider: its settings, and its configured value.

use terrane::prelude::*;
use terrane_api::{Client, Credentials, Retry};

use crate::{Pet, Species, slug};

/// Settings of the `zoo` provider.
#[derive(Debug, Model)]
pub struct Config {
    /// Base URL of the API, such as `http://localhost:8080`.
    #[tf(env = "ZOO_URL", validate(http))]
    url: String,
    /// Token sent with each call.
    #[tf(env = "ZOO_TOKEN", validate(len(1..)))]
    token: Sensitive<String>,
    /// Seconds to wait for the API.
    #[tf(deprecated = "It has no effect any more. Remove it.")]
    timeout: Option<i64>,
    /// How often a request is repeated if the API fails.
    #[tf(env = "ZOO_MAX_RETRIES", default = 4, validate(range(0..=10)))]
    max_retries: i64,
}

/// The configured provider, which all resources share.
#[derive(Debug)]
pub struct Zoo {
    pub(crate) api: Client,
}

#[provider("registry.terraform.io/example/zoo")]
impl Provider for Zoo {
    async fn configure(config: Config, cx: &mut ConfigureContext) -> Result<Self> {
        let attempts = usize::try_from(config.max_retries)? + 1;
        let api = Client::builder(&config.url)
            .agent(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
            .credentials(Credentials::bearer(config.token.expose()))
            .retry(Retry::default().attempts(attempts))
            .build(cx)
            .summary("Cannot use the zoo's settings")?;
        Ok(Zoo { api })
    }

    fn register(registry: &mut Registry<Self>) {
        registry
            .resource::<Pet>()
            .data_source::<Species>()
            .function::<slug>();
    }
}

fn http(url: &str) -> Result<(), String> {
    if url.starts_with("http://") || url.starts_with("https://") {
        return Ok(());
    }
    Err(format!(
        "expected a URL that starts with http:// or https://, found {url:?}"
    ))
}
