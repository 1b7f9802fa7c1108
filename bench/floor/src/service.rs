//! Every call of every service.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use tokio::sync::Notify;
use tonic::Status;
use tonic::body::Body;
use tonic::codegen::http::{Request, Response};
use tonic::server::{Grpc, UnaryService};
use tower_service::Service;

use crate::answer::Answer;
use crate::bytes_codec::BytesCodec;

/// The method by which the host stops the process.
const SHUTDOWN: &str = "/plugin.GRPCController/Shutdown";

/// The largest request in bytes, as in Go's providers.
const LIMIT: usize = 256 << 20;

/// Answers calls at once, without a task.
#[derive(Clone)]
pub(crate) struct Floor {
    end: Arc<Notify>,
}

impl Floor {
    /// Serves until the host calls `Shutdown`, which notifies `end`.
    pub(crate) fn new(end: Arc<Notify>) -> Self {
        Self { end }
    }
}

impl Service<Request<Body>> for Floor {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let method = Method(request.uri().path().to_owned());
        if method.0 == SHUTDOWN {
            self.end.notify_one();
        }
        Box::pin(async move {
            Ok(Grpc::new(BytesCodec)
                .max_decoding_message_size(LIMIT)
                .unary(method, request)
                .await)
        })
    }
}

/// One method, named by its whole path.
struct Method(String);

impl UnaryService<Bytes> for Method {
    type Response = Answer;
    type Future = Ready<Result<tonic::Response<Answer>, Status>>;

    fn call(&mut self, request: tonic::Request<Bytes>) -> Self::Future {
        ready(Answer::to(&self.0, request.into_inner()).map(tonic::Response::new))
    }
}
