//! The transport over the network: reqwest.

use std::error::Error as _;

use bytes::Bytes;
use futures_core::future::BoxFuture;
use futures_util::stream;
use http::{Request, Response};

use super::{Body, Broken, Transport, Trust};

/// The settings of the network.
#[derive(Default)]
pub(crate) struct Network {
    pub(crate) trust: Trust,
    /// The proxy of all requests. Without it, the variables `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` count.
    pub(crate) proxy: Option<String>,
}

/// The network: connections that all calls share.
///
/// A client makes its own. Tests pass requests on to a real API with it.
///
/// # Examples
///
/// ```
/// let network = terrane_api::transport::Connection::of_system()?;
/// # Ok::<(), terrane_api::transport::Broken>(())
/// ```
#[derive(Debug)]
pub struct Connection(reqwest::Client);

impl Connection {
    /// Sets up connections with the certificates of the system, and the proxy of the variables `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`.
    ///
    /// # Errors
    ///
    /// Fails if the certificates of the system cannot be used.
    pub fn of_system() -> Result<Self, Broken> {
        Self::new(&Network::default()).map_err(Broken::unsent)
    }

    /// Sets up connections. The first request connects.
    pub(crate) fn new(network: &Network) -> Result<Self, String> {
        // Redirects are followed above, where credentials are removed. Retries are done there, too.
        let mut builder = reqwest::Client::builder()
            .tls_backend_preconfigured(network.trust.config()?)
            .redirect(reqwest::redirect::Policy::none());
        if let Some(url) = &network.proxy {
            let proxy = reqwest::Proxy::all(url).map_err(|error| {
                format!("The address of the proxy is not a URL, such as http://proxy.example.com:3128: {}.", causes(error))
            })?;
            builder = builder.proxy(proxy);
        }
        let client = builder
            .build()
            .map_err(|error| format!("Cannot set up the client: {}.", causes(error)))?;
        Ok(Self(client))
    }
}

impl Transport for Connection {
    fn send(&self, request: Request<Bytes>) -> BoxFuture<'_, Result<Response<Body>, Broken>> {
        Box::pin(async move {
            let sendable = reqwest::Request::try_from(request)
                .map_err(|error| Broken::unsent(causes(error)))?;
            let mut answer = self.0.execute(sendable).await.map_err(broken)?;
            let (status, headers) = (answer.status(), std::mem::take(answer.headers_mut()));
            let body = stream::unfold(answer, |mut answer| async move {
                let piece = answer.chunk().await.map_err(broken).transpose()?;
                Some((piece, answer))
            });
            let mut response = Response::new(Box::pin(body) as Body);
            *response.status_mut() = status;
            *response.headers_mut() = headers;
            Ok(response)
        })
    }
}

fn broken(error: reqwest::Error) -> Broken {
    Broken {
        sent: !error.is_connect() && !error.is_builder(),
        cause: causes(error),
    }
}

/// Writes an error with its causes, and without the URL, whose query may have secrets.
fn causes(error: reqwest::Error) -> String {
    let error = error.without_url();
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let next = error.to_string();
        if !text.ends_with(&next) {
            text.push_str(": ");
            text.push_str(&next);
        }
        cause = error.source();
    }
    text
}
