//! An example provider of the HTTP API of PowerDNS: zones and their records.

mod api;
mod record;
mod reverse;
mod zone;
mod zones;

pub use self::api::Kind;
pub use self::record::Record;
pub use self::reverse::reverse_name;
pub use self::zone::Zone;
pub use self::zones::{Summary, Zones};

use std::time::Duration;

use terrane::prelude::*;
use terrane_api::http::HeaderName;
use terrane_api::{Client, Credentials, Retry};

/// Manages zones and records of a PowerDNS server.
#[derive(Debug, Model)]
pub struct Config {
    /// The address of the server's HTTP API, without `/api/v1`.
    #[tf(env = "PDNS_SERVER_URL", default = "http://127.0.0.1:8081")]
    url: String,
    /// The key of the API, which the server has in its setting `api-key`.
    #[tf(env = "PDNS_API_KEY")]
    api_key: Sensitive<String>,
    /// The id of the server in the API.
    #[tf(default = "localhost", validate(len(1..)))]
    server: String,
    /// The delay before a request is repeated for the first time, in milliseconds.
    #[tf(default = 500, validate(range(1..)))]
    first_delay: i64,
}

/// The configured provider, which all calls share.
#[derive(Debug)]
pub struct Powerdns {
    client: Client,
    server: String,
}

#[provider("registry.terraform.io/example/powerdns")]
impl Provider for Powerdns {
    async fn configure(config: Config, cx: &mut ConfigureContext) -> Result<Self> {
        let first_delay = Duration::from_millis(config.first_delay.unsigned_abs());
        let key = HeaderName::from_static("x-api-key");
        let client = Client::builder(&config.url)
            .agent(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
            .credentials(Credentials::header(key, config.api_key.expose()))
            .retry(Retry::default().first_delay(first_delay))
            .build(cx)?;
        Ok(Self {
            client,
            server: config.server,
        })
    }

    fn register(registry: &mut Registry<Self>) {
        registry
            .resource::<Zone>()
            .resource::<Record>()
            .data_source::<Zones>()
            .function::<reverse_name>();
    }
}
