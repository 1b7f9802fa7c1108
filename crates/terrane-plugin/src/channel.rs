//! gRPC channels over custom connections.

use std::io;

use hyper_util::rt::TokioIo;
use tonic::transport::{Channel, Endpoint, Error};

use crate::wire::Wire;

/// Flow-control windows, in bytes. They are large enough that the sender of an answer rarely waits for window updates. A relay may hold a whole
/// window in memory, if its host reads slower than the provider writes.
const STREAM_WINDOW: u32 = 512 << 10;
const CONNECTION_WINDOW: u32 = 16 << 20;

/// Opens a gRPC channel over a connection from `dial`. It dials immediately, and again whenever the connection has broken.
pub async fn open<D, F>(dial: D) -> Result<Channel, Error>
where
    D: Fn() -> F + Send + 'static,
    F: Future<Output = io::Result<Wire>> + Send,
    F: 'static,
{
    let connector = tower::service_fn(move |_| {
        let dialed = dial();
        async move { dialed.await.map(TokioIo::new) }
    });
    // The name only satisfies the protocol. The connector ignores it.
    Endpoint::from_static("http://localhost")
        .initial_stream_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .connect_with_connector(connector)
        .await
}
