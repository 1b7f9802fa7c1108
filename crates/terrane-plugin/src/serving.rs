//! Serving gRPC over admitted connections.

use std::convert::Infallible;

use hyper::body::Incoming;
use hyper::server::conn::http2;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::sync::mpsc;
use tonic::body::Body;
use tonic::codegen::http::{Request, Response};
use tower_service::Service;

use crate::admission::Connection;
use crate::budget::{Budget, STREAM_WINDOW};
use crate::services::holding;
use crate::task;

/// The maximum number of open calls of one connection. No host's `-parallelism` reaches this number. Hosts let further calls wait.
const MAX_STREAMS: u32 = 4096;

/// Bytes that a peer may send on a connection before they are read. Even if all streams wait for memory, the window has room for one more stream.
const CONNECTION_WINDOW: u32 = (MAX_STREAMS + 1) * STREAM_WINDOW;

/// How many bytes of an answer wait to be sent. By default hyper takes 400 KB from an answer's stream, and a proxy holds them in addition to those that
/// it has received.
const SEND_BUFFER: usize = 64 << 10;

/// Serves each connection until its peer disconnects. Returns when no further connection can arrive and all peers have disconnected.
///
/// The service must always be ready. Hosts use only HTTP/2, and none of the layers that tonic's own server puts around every call is needed. So hyper
/// serves the connections directly.
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
    let mut http = http2::Builder::new(TokioExecutor::new());
    http.initial_stream_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .max_concurrent_streams(MAX_STREAMS)
        .max_send_buf_size(SEND_BUFFER)
        // No host reads the date header.
        .auto_date_header(false);
    let (open, mut all_closed) = mpsc::channel::<Infallible>(1);
    while let Some(connection) = connections.recv().await {
        let Connection {
            wire,
            session,
            open: permit,
        } = connection;
        let (service, budget) = (service.clone(), budget.clone());
        let answering = service_fn(move |request: Request<Incoming>| {
            let (mut request, share) = budget.limit(request.map(Body::new));
            request.extensions_mut().insert(session.clone());
            let answer = service.clone().call(request);
            async move {
                let answer = answer.await?;
                Ok::<_, Infallible>(answer.map(|body| holding(share, body)))
            }
        });
        let serving = http.serve_connection(TokioIo::new(wire), answering);
        let open = open.clone();
        task::spawn(async move {
            if let Err(error) = serving.await {
                tracing::debug!(%error, "a connection failed");
            }
            drop((permit, open));
        });
    }
    drop(open);
    all_closed.recv().await;
}
