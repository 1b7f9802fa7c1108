//! The client of an API, which all calls of a provider share.

mod builder;
mod shared;

use std::fmt;
use std::sync::Arc;

use http::Method;

pub use self::builder::Builder;
pub(crate) use self::shared::Shared;
use crate::credentials::Access;
use crate::request::Request;

/// The client of an API. A clone shares connections, credentials and the rate of requests.
///
/// Make it in `configure`, and keep it in the provider. Its `Debug` shows no secret.
///
/// # Examples
///
/// ```
/// use terrane::prelude::*;
/// use terrane_api::{Client, Credentials};
///
/// /// The provider's settings.
/// #[derive(Model)]
/// struct Config {
///     /// The address of the API.
///     #[tf(env = "ZOO_URL")]
///     url: String,
///     /// The token.
///     #[tf(env = "ZOO_TOKEN")]
///     token: Sensitive<String>,
/// }
///
/// struct Zoo {
///     api: Client,
/// }
///
/// #[provider("registry.terraform.io/example/zoo")]
/// impl Provider for Zoo {
///     async fn configure(config: Config, cx: &mut ConfigureContext) -> Result<Self> {
///         let api = Client::builder(&config.url)
///             .agent(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
///             .credentials(Credentials::bearer(config.token.expose()))
///             .build(cx)?;
///         Ok(Zoo { api })
///     }
///
///     fn register(_: &mut Registry<Self>) {}
/// }
/// ```
#[derive(Clone)]
pub struct Client {
    pub(crate) shared: Arc<Shared>,
    pub(crate) access: Option<Arc<Access>>,
}

impl Client {
    /// Starts a client for the API at an address, such as `https://api.example.com/v1`.
    pub fn builder(url: impl Into<String>) -> Builder {
        Builder::new(url.into())
    }

    /// Starts a request that reads. `path` has the segments of the path below the address of the API. They are encoded, so an id may have any character.
    pub fn get(&self, path: impl IntoIterator<Item = impl AsRef<str>>) -> Request {
        self.request(Method::GET, path)
    }

    /// Starts a request that creates something or starts an operation.
    pub fn post(&self, path: impl IntoIterator<Item = impl AsRef<str>>) -> Request {
        self.request(Method::POST, path)
    }

    /// Starts a request that replaces.
    pub fn put(&self, path: impl IntoIterator<Item = impl AsRef<str>>) -> Request {
        self.request(Method::PUT, path)
    }

    /// Starts a request that changes.
    pub fn patch(&self, path: impl IntoIterator<Item = impl AsRef<str>>) -> Request {
        self.request(Method::PATCH, path)
    }

    /// Starts a request that deletes.
    pub fn delete(&self, path: impl IntoIterator<Item = impl AsRef<str>>) -> Request {
        self.request(Method::DELETE, path)
    }

    /// Starts a request with any method.
    pub fn request(
        &self,
        method: Method,
        path: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Request {
        Request::new(self.clone(), method, self.shared.below(path))
    }

    /// Starts a request at an address that the API has given, such as a link. It may be relative to the address of the API. Credentials are sent only to
    /// the host of the API.
    pub fn at(&self, method: Method, url: &str) -> Request {
        Request::new(self.clone(), method, self.shared.join(url))
    }

    /// The same client without credentials.
    #[must_use]
    pub fn without_credentials(&self) -> Self {
        Self {
            shared: Arc::clone(&self.shared),
            access: None,
        }
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("base", &self.shared.base.as_str())
            .field("retry", &self.shared.retry)
            .field("rate", &self.shared.rate)
            .field("timeout", &self.shared.timeout)
            .finish_non_exhaustive()
    }
}
