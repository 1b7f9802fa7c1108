//! The floor of the benchmark: the lower bound for every framework.
//!
//! It does what a host requires of every provider: mutual TLS with certificates for this run, a socket, the handshake line, and gRPC. It answers with
//! constants and with the request's own bytes, and decodes no value. It shares no code with the toolkit, so changes of the toolkit do not affect it.

mod answer;
mod bytes_codec;
mod connection;
mod service;
mod tls;

use std::env;
use std::error::Error;
use std::io::{self, Write};
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use futures_util::StreamExt;
use tokio::net::UnixListener;
use tokio::sync::Notify;
use tokio_rustls::TlsAcceptor;
use tokio_stream::wrappers::UnixListenerStream;
use tonic::transport::Server;

use crate::connection::Connection;
use crate::service::Floor;
use crate::tls::Identity;

/// Flow-control windows large enough that no message waits for the peer.
const STREAM_WINDOW: u32 = 4 << 20;
const CONNECTION_WINDOW: u32 = 16 << 20;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let host = env::var("PLUGIN_CLIENT_CERT")
        .map_err(|_| "this is a provider for the benchmark: PLUGIN_CLIENT_CERT is not set")?;
    let identity = Identity::generate()?;
    let acceptor = TlsAcceptor::from(Arc::new(identity.server_config(&host)?));
    let folder = env::var_os("PLUGIN_UNIX_SOCKET_DIR").map_or_else(env::temp_dir, Into::into);
    let folder = tempfile::Builder::new()
        .prefix("floor")
        .tempdir_in(folder)?;
    let socket = folder.path().join("socket");
    let listener = UnixListener::bind(&socket)?;
    let certificate = STANDARD_NO_PAD.encode(identity.certificate());
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "1|6|unix|{}|grpc|{certificate}", socket.display())?;
    stdout.flush()?;
    drop(stdout);

    // One host connects once, so accepting peers concurrently would gain nothing.
    let connections = UnixListenerStream::new(listener).then(move |stream| {
        let acceptor = acceptor.clone();
        async move { acceptor.accept(stream?).await.map(Connection) }
    });
    let end = Arc::new(Notify::new());
    let serving = Server::builder()
        .initial_stream_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .max_concurrent_streams(u32::MAX)
        .serve_with_incoming(Floor::new(end.clone()), connections);
    tokio::select! {
        served = serving => served?,
        () = end.notified() => {}
    }
    Ok(())
}
