//! A connection between a plugin and its host, over any kind of byte stream.

use std::io;

use tokio::io::{AsyncRead, AsyncWrite};

use crate::handshake::Address;

/// A byte stream of any kind.
pub type Wire = Box<dyn ReadWrite>;

/// The operations of every byte stream.
pub trait ReadWrite: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> ReadWrite for T {}

/// Connects to an address that the other side announced.
pub async fn connect(address: &Address) -> io::Result<Wire> {
    match address {
        #[cfg(unix)]
        Address::Unix(path) => Ok(Box::new(tokio::net::UnixStream::connect(path).await?)),
        #[cfg(windows)]
        Address::Unix(_) => Err(io::ErrorKind::Unsupported.into()),
        Address::Tcp(address) => {
            let stream = tokio::net::TcpStream::connect(address).await?;
            stream.set_nodelay(true)?;
            Ok(Box::new(stream))
        }
    }
}
