//! The gRPC services that a plugin serves, or that a host serves through the broker.

use std::convert::Infallible;
use std::fmt;
use std::future::ready;
use std::sync::Arc;
use std::task::{Context, Poll};

use http_body_util::BodyExt as _;
use tonic::Status;
use tonic::body::Body;
use tonic::codegen::http::{Request, Response};
use tonic::server::NamedService;
use tower_service::Service;

use crate::any_service::{AnswerFuture, AnyService};
use crate::author::{AuthorRuntime, Relay};

/// A service that answers gRPC requests, such as any service that tonic generates.
pub trait GrpcService:
    Service<Request<Body>, Response = Response<Body>, Error = Infallible, Future: Send + 'static>
    + Clone
    + Send
    + Sync
    + 'static
{
}

impl<S> GrpcService for S where
    S: Service<
            Request<Body>,
            Response = Response<Body>,
            Error = Infallible,
            Future: Send + 'static,
        > + Clone
        + Send
        + Sync
        + 'static
{
}

/// The gRPC services served on one connection, each found by its name.
///
/// It accepts any service that tonic generates. Set the message size limit on each service itself: see [`MAX_MESSAGE_SIZE`].
///
/// [`MAX_MESSAGE_SIZE`]: crate::MAX_MESSAGE_SIZE
#[derive(Clone, Default)]
pub struct Services {
    named: Arc<Vec<Named>>,
}

#[derive(Clone)]
struct Named {
    name: &'static str,
    service: AnyService,
    may_block: bool,
}

impl Services {
    /// Creates an empty set of services.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a service whose code may block. Each call runs on a thread of its own, see [`AuthorRuntime`].
    ///
    /// [`AuthorRuntime`]: crate::AuthorRuntime
    #[must_use]
    pub fn with<S: GrpcService + NamedService>(self, service: S) -> Self {
        self.with_named(S::NAME, service)
    }

    /// Adds a service under a name, for services whose type does not implement `NamedService`.
    #[must_use]
    pub fn with_named(self, name: &'static str, service: impl GrpcService) -> Self {
        self.add(name, true, AnyService::new(service))
    }

    /// Adds a service that never blocks.
    #[must_use]
    pub(crate) fn with_nonblocking<S: GrpcService + NamedService>(self, service: S) -> Self {
        self.with_nonblocking_named(S::NAME, service)
    }

    /// Adds a service that never blocks under a name. Its calls run on the thread that serves the connections.
    ///
    /// This is for services that run blocking code on other threads themselves. A call that blocks delays all calls, health checks and the shutdown.
    #[must_use]
    pub fn with_nonblocking_named(self, name: &'static str, service: impl GrpcService) -> Self {
        self.add(name, false, AnyService::new(service))
    }

    fn add(mut self, name: &'static str, may_block: bool, service: AnyService) -> Self {
        Arc::make_mut(&mut self.named).push(Named {
            name,
            service,
            may_block,
        });
        self
    }

    /// Returns the services with all calls that may block moved to author threads.
    pub(crate) fn on_threads_of(&self, author_runtime: &AuthorRuntime) -> Self {
        let relay = |named: &Named| {
            if named.may_block {
                Named {
                    service: AnyService::new(Relay {
                        service: named.service.clone(),
                        author_runtime: author_runtime.clone(),
                    }),
                    ..named.clone()
                }
            } else {
                named.clone()
            }
        };
        Self {
            named: Arc::new(self.named.iter().map(relay).collect()),
        }
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.named.iter().any(|named| named.name == name)
    }
}

/// Returns the name of the called service.
pub(crate) fn called(request: &Request<Body>) -> &str {
    let path = request.uri().path();
    let service = path.strip_prefix('/').unwrap_or(path);
    service
        .split_once('/')
        .map_or(service, |(service, _)| service)
}

/// Returns a body that holds a guard until the body has been sent, or until the caller has cancelled the call.
pub(crate) fn holding(guard: impl Send + 'static, body: Body) -> Body {
    Body::new(body.map_frame(move |frame| {
        let _held = &guard;
        frame
    }))
}

impl Service<Request<Body>> for Services {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = AnswerFuture;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let name = called(&request);
        match self.named.iter().find(|named| named.name == name) {
            Some(named) => named.service.clone().call(request),
            None => {
                let status = Status::unimplemented(format!("there is no service {name}"));
                Box::pin(ready(Ok(status.into_http())))
            }
        }
    }
}

impl fmt::Debug for Services {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.named.iter().map(|named| named.name);
        f.debug_list().entries(names).finish()
    }
}
