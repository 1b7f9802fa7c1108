//! A provider for etcd: keys, leases, locks, roles and users, by the JSON gateway of its API.

mod api;
mod key;
mod lease;
mod lists;
mod lock;
mod prefix;
mod role;
mod user;

use serde_json::json;
use terrane::prelude::*;
use terrane_api::http::header::AUTHORIZATION;
use terrane_api::{Client, Credentials, Refusal, Token};

pub use self::key::{Key, Keys};
pub use self::lease::{Lease, ShortLease};
pub use self::lists::{KeysWithPrefix, Users};
pub use self::lock::Lock;
pub use self::prefix::prefix_end;
pub use self::role::{Access, Permission, Role};
pub use self::user::User;

/// The settings of the provider.
#[derive(Debug, Model)]
#[tf(requires(username, password))]
pub struct Config {
    /// The address of a member, such as `https://etcd.example.com:2379`.
    #[tf(env = "ETCD_ENDPOINT", default = "http://127.0.0.1:2379")]
    endpoint: String,
    /// The name of the user, if authentication is enabled.
    #[tf(env = "ETCD_USERNAME")]
    username: Option<String>,
    /// The password of the user.
    #[tf(env = "ETCD_PASSWORD")]
    password: Option<Sensitive<String>>,
    /// The certificates of the authorities that are trusted in addition to those of the system, as PEM.
    ca_certificate: Option<String>,
}

/// The configured provider.
#[derive(Debug)]
pub struct Etcd {
    api: Client,
}

#[provider("registry.terraform.io/terrane/etcd")]
impl Provider for Etcd {
    async fn configure(config: Config, cx: &mut ConfigureContext) -> Result<Self> {
        let mut builder = Client::builder(format!("{}/v3", config.endpoint.trim_end_matches('/')))
            .agent(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
            .not_found(is_not_found)
            .try_again(is_overtaken);
        if let (Some(name), Some(password)) = (config.username, config.password) {
            builder = builder.credentials(session(name, password));
        }
        if let Some(pem) = config.ca_certificate {
            builder = builder.trust(pem);
        }
        let api = builder.build(cx)?;
        Ok(Self { api })
    }

    fn register(registry: &mut Registry<Self>) {
        registry
            .resource::<Key>()
            .resource::<Lease>()
            .resource::<Lock>()
            .resource::<Role>()
            .resource::<User>()
            .list::<Keys>()
            .data_source::<KeysWithPrefix>()
            .data_source::<Users>()
            .ephemeral::<ShortLease>()
            .function::<prefix_end>();
    }
}

/// Recognises roles, users and permissions that do not exist: etcd answers as to a failed precondition.
fn is_not_found(refusal: &Refusal) -> bool {
    let message = refusal.message();
    message.ends_with(" not found") || message.contains(" is not granted to ")
}

/// Recognises requests during which another one has changed users or roles.
fn is_overtaken(refusal: &Refusal) -> bool {
    refusal.message().ends_with("revision of auth store is old")
}

/// A session, which etcd ends after five minutes without a request.
fn session(name: String, password: Sensitive<String>) -> Credentials {
    Credentials::renewed(move |api, cx| {
        let login = json!({ "name": name, "password": password.expose() });
        let request = api.post(["auth", "authenticate"]).json(&login);
        let request = request.repeatable().part("/token");
        async move {
            let token: String = request.fetch(&cx).await?;
            Ok(Token::header(AUTHORIZATION, token))
        }
    })
}
