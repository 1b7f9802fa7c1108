//! What a plugin, or a host through the broker, serves.

use std::convert::Infallible;
use std::fmt;

use tonic::body::Body;
use tonic::codegen::http::{Request, Response};
use tonic::server::NamedService;
use tonic::service::Routes;
use tower_service::Service;

/// The gRPC services served on one connection, each found by its name.
///
/// Takes any service that tonic generates. Their limits on message size are their own: see [`MAX_MESSAGE_SIZE`].
///
/// [`MAX_MESSAGE_SIZE`]: crate::MAX_MESSAGE_SIZE
#[derive(Clone, Default)]
pub struct Services {
    routes: Routes,
}

impl Services {
    /// Starts with none.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a service.
    #[must_use]
    pub fn with<S>(self, service: S) -> Self
    where
        S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>
            + NamedService
            + Clone
            + Send
            + Sync
            + 'static,
        S::Future: Send + 'static,
    {
        Self {
            routes: self.routes.add_service(service),
        }
    }

    pub(crate) fn into_routes(self) -> Routes {
        self.routes.prepare()
    }
}

impl fmt::Debug for Services {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Services").finish_non_exhaustive()
    }
}
