//! gRPC over connections that are already admitted.

use std::convert::Infallible;
use std::pin::Pin;

use hyper::body::Incoming;
use hyper::rt::Executor;
use hyper::server::conn::http2;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::sync::mpsc;
use tonic::body::Body;
use tonic::codegen::http::{Request, Response};
use tower_service::Service;

use crate::wire::Connection;

/// Flow-control windows, in bytes: large enough that big messages don't wait for the peer's updates.
pub(crate) const STREAM_WINDOW: u32 = 4 << 20;
pub(crate) const CONNECTION_WINDOW: u32 = 16 << 20;

/// A connection, or one call that came by it: to be polled until it ends.
pub(crate) type Job = Pin<Box<dyn Future<Output = ()> + Send>>;

/// What has jobs polled.
#[derive(Clone)]
struct Spawner<J>(J);

impl<J, F> Executor<F> for Spawner<J>
where
    J: Fn(Job),
    F: Future<Output = ()> + Send + 'static,
{
    fn execute(&self, job: F) {
        (self.0)(Box::pin(job));
    }
}

/// Serves each connection, as a job, until its peer leaves; returns when no more can come and all have left.
///
/// The service is one that is always ready. All that hosts speak is HTTP/2, and none of the layers that tonic's own server puts around every
/// call is of use here, so hyper serves the connections.
pub(crate) async fn serve<S, J>(service: S, mut connections: mpsc::Receiver<Connection>, spawn: J)
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>
        + Clone
        + Send
        + 'static,
    S::Future: Send + 'static,
    J: Fn(Job) + Clone + Send + Sync + 'static,
{
    let spawner = Spawner(spawn);
    let mut http = http2::Builder::new(spawner.clone());
    http.initial_stream_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        // Like Go: the host decides how much it asks at once, and nobody asks what day it is.
        .max_concurrent_streams(u32::MAX)
        .auto_date_header(false);
    let (present, mut all_left) = mpsc::channel::<Infallible>(1);
    while let Some(connection) = connections.recv().await {
        let origin = connection.origin();
        let service = service.clone();
        let answering = service_fn(move |request: Request<Incoming>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(origin.clone());
            service.clone().call(request)
        });
        let serving = http.serve_connection(TokioIo::new(connection), answering);
        let present = present.clone();
        spawner.execute(async move {
            if let Err(error) = serving.await {
                tracing::debug!(%error, "a connection broke off");
            }
            drop(present);
        });
    }
    drop(present);
    all_left.recv().await;
}
