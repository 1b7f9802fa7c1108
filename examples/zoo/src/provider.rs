//! The provider: its settings, and its configured value.

use terrane::prelude::*;

use crate::{Pet, Species, slug, zoo_api};

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
}

/// The configured provider, which all resources share.
#[derive(Debug)]
pub struct Zoo {
    pub(crate) client: zoo_api::Client,
}

#[provider("registry.terraform.io/example/zoo")]
impl Provider for Zoo {
    async fn configure(config: Config, _: &mut ConfigureContext) -> Result<Self> {
        let client = zoo_api::Client::new(&config.url, config.token.expose())
            .summary("Cannot use the zoo's settings")?;
        Ok(Zoo { client })
    }

    fn register(registry: &mut Registry<Self>) {
        registry
            .resource::<Pet>()
            .data_source::<Species>()
            .function::<slug>();
    }
}

fn http(url: &str) -> Result<(), String> {
    if url.starts_with("http://") {
        return Ok(());
    }
    Err(format!(
        "expected a URL that starts with http://, found {url:?}"
    ))
}
