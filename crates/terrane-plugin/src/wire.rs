//! One connection between a plugin and its host, whatever it runs over.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ServerConfig};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_rustls::{TlsAcceptor, TlsConnector};

use crate::broker::Session;
use crate::handshake::Address;
use crate::task;
use crate::tls::SERVER_NAME;

/// How long a peer may take to prove who it is.
const TLS_TIMEOUT: Duration = Duration::from_secs(10);

/// A byte stream of any kind.
pub(crate) type Wire = Box<dyn ReadWrite>;

/// What every kind of byte stream can do.
pub(crate) trait ReadWrite: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> ReadWrite for T {}

/// Connects to an address that the other side named.
pub(crate) async fn connect(address: &Address) -> io::Result<Wire> {
    match address {
        #[cfg(unix)]
        Address::Unix(path) => Ok(Box::new(tokio::net::UnixStream::connect(path).await?)),
        #[cfg(not(unix))]
        Address::Unix(_) => Err(io::ErrorKind::Unsupported.into()),
        Address::Tcp(address) => {
            let stream = tokio::net::TcpStream::connect(address).await?;
            stream.set_nodelay(true)?;
            Ok(Box::new(stream))
        }
    }
}

/// How both directions of brokered connections are secured; plain text when absent.
#[derive(Clone, Debug)]
pub(crate) struct Security {
    pub(crate) accept: Arc<ServerConfig>,
    pub(crate) dial: Arc<ClientConfig>,
}

/// Secures a connection that this side opened.
pub(crate) async fn secure_dialed(
    wire: Wire,
    config: Option<&Arc<ClientConfig>>,
) -> io::Result<Wire> {
    let Some(config) = config else {
        return Ok(wire);
    };
    let name = ServerName::try_from(SERVER_NAME).map_err(io::Error::other)?;
    let handshake = TlsConnector::from(config.clone()).connect(name, wire);
    Ok(Box::new(timeout(TLS_TIMEOUT, handshake).await??))
}

/// Secures a connection that the other side opened and passes it on, on a task of its own: a peer that is slow, silent or
/// not who it should be holds up nobody.
pub(crate) fn admit(
    wire: Wire,
    session: Option<Session>,
    config: Option<Arc<ServerConfig>>,
    admitted: mpsc::Sender<Connection>,
) {
    task::spawn(async move {
        let wire: Wire = match config {
            None => wire,
            Some(config) => {
                match timeout(TLS_TIMEOUT, TlsAcceptor::from(config).accept(wire)).await {
                    Ok(Ok(secured)) => Box::new(secured),
                    Ok(Err(error)) => return tracing::warn!(%error, "refused a connection"),
                    Err(_) => {
                        return tracing::warn!("refused a connection: no TLS handshake in time");
                    }
                }
            }
        };
        // Fails only when serving has ended.
        let _ = admitted.send(Connection { wire, session }).await;
    });
}

/// An admitted connection, ready for gRPC.
pub(crate) struct Connection {
    wire: Wire,
    session: Option<Session>,
}

/// What a call knows of the connection that it came by.
#[derive(Clone)]
pub(crate) struct Origin {
    /// The multiplexed session that the connection is a stream of.
    pub(crate) session: Option<Session>,
}

impl Connection {
    /// What its calls are to know of it.
    pub(crate) fn origin(&self) -> Origin {
        Origin {
            session: self.session.clone(),
        }
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.wire).poll_read(cx, buf)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.wire).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.wire).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.wire).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.wire).poll_write_vectored(cx, bufs)
    }

    fn is_write_vectored(&self) -> bool {
        self.wire.is_write_vectored()
    }
}
