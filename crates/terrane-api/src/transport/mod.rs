//! Transports: what sends one request and returns its answer.

mod connection;
mod trust;

use std::fmt;

use bytes::Bytes;
use futures_core::future::BoxFuture;
use futures_core::stream::BoxStream;
use http::{Request, Response};

pub use self::connection::Connection;
pub(crate) use self::connection::Network;
pub(crate) use self::trust::Trust;

/// The body of an answer, in pieces as they arrive.
pub type Body = BoxStream<'static, Result<Bytes, Broken>>;

/// Sends one request, without retries, redirects and credentials of its own.
///
/// A client sends over the network. Tests give it a transport of their own, by [`Builder::transport`](crate::Builder::transport).
///
/// # Examples
///
/// ```
/// use bytes::Bytes;
/// use futures_core::future::BoxFuture;
/// use terrane_api::transport::{Body, Broken, Transport};
///
/// /// Finds nothing.
/// struct Empty;
///
/// impl Transport for Empty {
///     fn send(&self, _: http::Request<Bytes>) -> BoxFuture<'_, Result<http::Response<Body>, Broken>> {
///         let body: Body = Box::pin(futures_util::stream::empty());
///         let mut answer = http::Response::new(body);
///         *answer.status_mut() = http::StatusCode::NOT_FOUND;
///         Box::pin(async move { Ok(answer) })
///     }
/// }
/// ```
pub trait Transport: Send + Sync + 'static {
    /// Sends a request. The returned future is dropped if the call ends.
    fn send(&self, request: Request<Bytes>) -> BoxFuture<'_, Result<Response<Body>, Broken>>;
}

/// A request without an answer, or with an incomplete one.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Broken {
    /// Whether the API may have received the request.
    pub sent: bool,
    /// What happened.
    pub cause: String,
}

impl Broken {
    /// A request that the API has not received.
    #[must_use]
    pub fn unsent(cause: impl Into<String>) -> Self {
        Self {
            sent: false,
            cause: cause.into(),
        }
    }

    /// A request that the API may have received.
    #[must_use]
    pub fn sent(cause: impl Into<String>) -> Self {
        Self {
            sent: true,
            cause: cause.into(),
        }
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.cause)
    }
}

impl std::error::Error for Broken {}
