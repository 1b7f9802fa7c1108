//! A gRPC service of any type.

use std::convert::Infallible;
use std::pin::Pin;

use tonic::body::Body;
use tonic::codegen::http::{Request, Response};
use tower::util::BoxCloneSyncService;

/// A service of any type. Clones share it.
pub(crate) type AnyService = BoxCloneSyncService<Request<Body>, Response<Body>, Infallible>;

/// The answer of a call.
pub(crate) type AnswerFuture =
    Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;
