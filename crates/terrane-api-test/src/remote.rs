//! A real API behind faults or a recorder.

use std::sync::Arc;

use bytes::Bytes;
use futures_core::future::BoxFuture;
use http::header::{CONNECTION, CONTENT_LENGTH, HOST, TRANSFER_ENCODING};
use http::{Request, Response, Uri};
use terrane_api::transport::{Body, Broken, Connection, Transport};

/// A real API, to which requests are passed on. A clone shares the connections.
///
/// # Examples
///
/// Faults of a real API:
///
/// ```
/// use terrane_api_test::{Fault, Faulty, Remote, Server};
///
/// let api = Faulty::new(Remote::new("http://127.0.0.1:2379")?);
/// api.cause(Fault::CutAfter, 3);
/// let server = Server::start(api)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Remote {
    address: Uri,
    network: Arc<Connection>,
}

impl Remote {
    /// Names the API by its address, of which only the scheme and the host count.
    ///
    /// # Errors
    ///
    /// Fails if the address is not a URL with a host, or if the certificates of the system cannot be read.
    pub fn new(address: &str) -> Result<Self, Broken> {
        let address: Uri = address
            .parse()
            .map_err(|error| Broken::unsent(format!("`{address}` is not an address: {error}")))?;
        if address.authority().is_none() || address.scheme().is_none() {
            let text = format!(
                "`{address}` is not an address with a host, such as https://api.example.com"
            );
            return Err(Broken::unsent(text));
        }
        let network = Arc::new(Connection::of_system()?);
        Ok(Self { address, network })
    }
}

impl Transport for Remote {
    fn send(&self, mut request: Request<Bytes>) -> BoxFuture<'_, Result<Response<Body>, Broken>> {
        Box::pin(async move {
            let mut target = self.address.clone().into_parts();
            target.path_and_query = request.uri().path_and_query().cloned();
            *request.uri_mut() =
                Uri::from_parts(target).map_err(|error| Broken::unsent(error.to_string()))?;
            for header in [HOST, CONNECTION, CONTENT_LENGTH, TRANSFER_ENCODING] {
                request.headers_mut().remove(header);
            }
            let mut answer = self.network.send(request).await?;
            // The server frames the answer anew.
            for header in [CONNECTION, CONTENT_LENGTH, TRANSFER_ENCODING] {
                answer.headers_mut().remove(header);
            }
            Ok(answer)
        })
    }
}
