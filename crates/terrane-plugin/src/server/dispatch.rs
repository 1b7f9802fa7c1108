//! Every call's way: to the plugin server's own services, or to the author's.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::{Arc, LazyLock};
use std::task::{Context, Poll};

use tokio::runtime::Handle;
use tonic::body::Body;
use tonic::codegen::http::{Request, Response};
use tower_service::Service;

use super::lead::Calls;
use super::{body, reflection};
use crate::proto::grpc_broker_server::SERVICE_NAME as BROKER_SERVICE;
use crate::proto::grpc_controller_server::SERVICE_NAME as CONTROLLER_SERVICE;
use crate::proto::grpc_stdio_server::SERVICE_NAME as STDIO_SERVICE;
use crate::services::{Blocking, Services, called};

/// The services that every plugin has.
const OWN: [&str; 4] = [
    BROKER_SERVICE,
    CONTROLLER_SERVICE,
    STDIO_SERVICE,
    "grpc.health.v1.Health",
];

/// Serves calls.
///
/// The server's own runtime never runs author's code, so the host's wish to end the process, its health check and the
/// connection itself work no matter how long that code blocks its threads: see [`lead`](super::lead).
#[derive(Clone)]
pub(super) struct Dispatch(Arc<Ways>);

struct Ways {
    own: Services,
    /// Built by the first who asks.
    reflection: LazyLock<Services, Box<dyn FnOnce() -> Services + Send>>,
    author: Services,
    author_runtime: Handle,
    calls: Calls,
}

impl Dispatch {
    pub(super) fn new(
        own: Services,
        author: Services,
        author_runtime: Handle,
        calls: Calls,
        descriptors: Vec<&'static [u8]>,
    ) -> Self {
        let reflection: Box<dyn FnOnce() -> Services + Send> =
            Box::new(move || reflection::services(&descriptors));
        Self(Arc::new(Ways {
            own,
            reflection: LazyLock::new(reflection),
            author,
            author_runtime,
            calls,
        }))
    }
}

impl Service<Request<Body>> for Dispatch {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let ways = Arc::clone(&self.0);
        let service = called(&request);
        if OWN.contains(&service) {
            return ways.own.clone().call(request);
        }
        if service.starts_with("grpc.reflection.") {
            return Services::clone(&ways.reflection).call(request);
        }
        if ways.author.blocking(service) == Some(Blocking::Never) {
            return ways.author.clone().call(request);
        }
        Box::pin(async move {
            let request = body::arrived(request).await;
            let mut author = ways.author.clone();
            let answer = ways.calls.make(async move {
                let (head, body) = author
                    .call(request)
                    .await
                    .unwrap_or_else(|never| match never {})
                    .into_parts();
                (head, body::begin(body).await)
            });
            Ok(match answer.await {
                Ok((head, begun)) => {
                    Response::from_parts(head, begun.into_body(&ways.author_runtime))
                }
                Err(status) => status.into_http(),
            })
        })
    }
}
