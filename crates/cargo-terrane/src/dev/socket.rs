//! The kind of socket that hosts of this system connect to.

#[cfg(unix)]
pub(super) use unix::{Listener, Stream, bind, connect};
#[cfg(windows)]
pub(super) use windows::{Listener, Stream, bind, connect};

#[cfg(unix)]
mod unix {
    use std::io;
    use std::path::Path;

    use terrane_plugin::Address;

    pub(in crate::dev) type Listener = tokio::net::UnixListener;
    pub(in crate::dev) type Stream = tokio::net::UnixStream;

    /// Makes a socket in a folder.
    pub(in crate::dev) async fn bind(folder: &Path) -> io::Result<(Listener, Address)> {
        let path = folder.join("dev.sock");
        Ok((Listener::bind(&path)?, Address::Unix(path)))
    }

    /// Connects to a provider.
    pub(in crate::dev) async fn connect(address: &Address) -> io::Result<Stream> {
        match address {
            Address::Unix(path) => Stream::connect(path).await,
            Address::Tcp(_) => Err(io::ErrorKind::Unsupported.into()),
        }
    }
}

#[cfg(windows)]
mod windows {
    use std::io;
    use std::net::Ipv4Addr;
    use std::path::Path;

    use terrane_plugin::Address;

    pub(in crate::dev) type Listener = tokio::net::TcpListener;
    pub(in crate::dev) type Stream = tokio::net::TcpStream;

    /// Makes a socket on the loopback interface.
    pub(in crate::dev) async fn bind(_: &Path) -> io::Result<(Listener, Address)> {
        let listener = Listener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = Address::Tcp(listener.local_addr()?);
        Ok((listener, address))
    }

    /// Connects to a provider.
    pub(in crate::dev) async fn connect(address: &Address) -> io::Result<Stream> {
        match address {
            Address::Tcp(address) => Stream::connect(address).await,
            Address::Unix(_) => Err(io::ErrorKind::Unsupported.into()),
        }
    }
}
