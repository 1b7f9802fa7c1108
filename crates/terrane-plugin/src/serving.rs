//! gRPC over connections that are already admitted.

use std::convert::Infallible;

use hyper::body::Incoming;
use hyper::rt::Executor;
use hyper::server::conn::http2;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::sync::mpsc;
use tonic::body::Body;
use tonic::codegen::http::{Request, Response};
use tower_service::Service;

use crate::admission::Connection;
use crate::budget::{Budget, STREAM_WINDOW};
use crate::permit_body::PermitBody;
use crate::task;

/// Calls that one connection may have open at once, which no host's `-parallelism` reaches. Hosts make further calls wait.
const MAX_STREAMS: u32 = 4096;

/// Bytes that a peer may send on a connection before they are read. All streams that wait for memory leave room for one that is read.
const CONNECTION_WINDOW: u32 = (MAX_STREAMS + 1) * STREAM_WINDOW;

/// Runs the tasks of a connection on the current runtime.
#[derive(Clone)]
struct Spawner;

impl<F: Future<Output = ()> + Send + 'static> Executor<F> for Spawner {
    fn execute(&self, work: F) {
        task::spawn(work);
    }
}

/// Serves each connection until its peer leaves; returns when no more can come and all have left.
///
/// The service is one that is always ready. All that hosts speak is HTTP/2, and none of the layers that tonic's own server puts around every
/// call is of use here, so hyper serves the connections.
pub(crate) async fn serve<S>(
    service: S,
    budget: Budget,
    mut connections: mpsc::Receiver<Connection>,
) where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>
        + Clone
        + Send
        + 'static,
    S::Future: Send + 'static,
{
    let mut http = http2::Builder::new(Spawner);
    http.initial_stream_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .max_concurrent_streams(MAX_STREAMS)
        // Nobody asks what day it is.
        .auto_date_header(false);
    let (present, mut all_left) = mpsc::channel::<Infallible>(1);
    while let Some(connection) = connections.recv().await {
        let origin = connection.origin();
        let (service, budget) = (service.clone(), budget.clone());
        let answering = service_fn(move |request: Request<Incoming>| {
            let (mut request, share) = budget.limit(request.map(Body::new));
            request.extensions_mut().insert(origin.clone());
            let answer = service.clone().call(request);
            async move {
                let answer = answer.await?;
                Ok::<_, Infallible>(answer.map(|body| PermitBody::wrap(body, share)))
            }
        });
        let serving = http.serve_connection(TokioIo::new(connection), answering);
        let present = present.clone();
        task::spawn(async move {
            if let Err(error) = serving.await {
                tracing::debug!(%error, "a connection broke off");
            }
            drop(present);
        });
    }
    drop(present);
    all_left.recv().await;
}
