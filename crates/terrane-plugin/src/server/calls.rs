//! Dispatch of calls to the services that every plugin has, and to the services of the plugin's author.

use std::convert::Infallible;
use std::sync::{Arc, LazyLock};
use std::task::{Context, Poll};

use tonic::Status;
use tonic::body::Body;
use tonic::codegen::http::{Request, Response};
use tower_service::Service;

use super::{Process, reflection};
use crate::any_service::AnswerFuture;
use crate::services::{Services, called, holding};

/// Serves all calls of a plugin. No call runs author code on the server's runtime.
#[derive(Clone)]
pub(super) struct Calls {
    own: Services,
    author: Services,
    reflection: Arc<LazyLock<Services, Box<dyn FnOnce() -> Services + Send>>>,
    process: Process,
}

impl Calls {
    /// Makes the dispatcher. The first call of the reflection service builds that service.
    pub(super) fn new(
        own: Services,
        author: &Services,
        descriptors: Vec<&'static [u8]>,
        process: Process,
    ) -> Self {
        let reflection: Box<dyn FnOnce() -> Services + Send> =
            Box::new(move || reflection::services(&descriptors));
        Self {
            own,
            author: author.on_threads_of(process.author_runtime()),
            reflection: Arc::new(LazyLock::new(reflection)),
            process,
        }
    }
}

impl Service<Request<Body>> for Calls {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = AnswerFuture;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let service = called(&request);
        if self.own.has(service) {
            return self.own.call(request);
        }
        if service.starts_with("grpc.reflection.") {
            return Services::clone(&self.reflection).call(request);
        }
        let Some(open) = self.process.open_call() else {
            let refused = Status::unavailable("the plugin is terminating").into_http();
            return Box::pin(std::future::ready(Ok(refused)));
        };
        let answer = self.author.call(request);
        Box::pin(async move { Ok(answer.await?.map(|body| holding(open, body))) })
    }
}
