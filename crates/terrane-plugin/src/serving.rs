//! gRPC over connections that are already admitted.

use std::convert::Infallible;

use tokio::sync::mpsc;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;
use tonic::body::Body;
use tonic::codegen::http::{Request, Response};
use tonic::transport::Server;
use tower_service::Service;

use crate::wire::Connection;

/// Flow-control windows, in bytes: large enough that big messages don't wait for the peer's updates.
pub(crate) const STREAM_WINDOW: u32 = 4 << 20;
pub(crate) const CONNECTION_WINDOW: u32 = 16 << 20;

/// Serves each connection until its peer leaves; returns when no more can come and all have left.
pub(crate) async fn serve<S>(
    service: S,
    connections: mpsc::Receiver<Connection>,
) -> Result<(), tonic::transport::Error>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>
        + Clone
        + Send
        + 'static,
    S::Future: Send,
{
    let connections = ReceiverStream::new(connections).map(Ok::<_, Infallible>);
    Server::builder()
        .initial_stream_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        // Like Go: the host decides how much it asks at once.
        .max_concurrent_streams(u32::MAX)
        .serve_with_incoming(service, connections)
        .await
}
