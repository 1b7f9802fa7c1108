//! Listening: on Unix sockets with restricted access, or on a TCP port of the loopback interface.

use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::ops::RangeInclusive;
#[cfg(unix)]
use std::path::PathBuf;
use std::time::Duration;

use crate::Error;
use crate::handshake::Address;
use crate::wire::Wire;

#[cfg(unix)]
mod unix;

#[cfg(unix)]
pub use unix::{UnixSockets, temporary_folder};

/// The pause after a failed accept, which is mostly caused by a lack of file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// The problem of a socket that does not work.
const NO_USE: &str = "cannot use the socket";

/// The kind of socket on which a plugin listens.
#[derive(Clone, Copy, Debug)]
pub enum Transport {
    /// A Unix domain socket. This is the default on systems with Unix sockets.
    #[cfg(unix)]
    Unix,
    /// A TCP port on 127.0.0.1. This is the default on Windows.
    Tcp,
}

impl Default for Transport {
    #[cfg(unix)]
    fn default() -> Self {
        Self::Unix
    }

    #[cfg(windows)]
    fn default() -> Self {
        Self::Tcp
    }
}

/// Makes this process's sockets, all with the same options.
#[derive(Debug)]
pub enum Sockets {
    /// Unix sockets in a folder.
    #[cfg(unix)]
    Unix(UnixSockets),
    /// TCP on 127.0.0.1, with a port of this range.
    Tcp(RangeInclusive<u16>),
}

impl Sockets {
    /// Makes Unix sockets: in a folder of their own inside the given one, for the group.
    #[cfg(unix)]
    pub fn unix(folder: Option<PathBuf>, group: Option<&str>) -> Result<Self, Error> {
        UnixSockets::new(folder, group).map(Self::Unix)
    }

    /// Listens on a new socket.
    pub(crate) fn bind(&self) -> Result<Listener, Error> {
        let (socket, address) = match self {
            #[cfg(unix)]
            Self::Unix(sockets) => {
                let (listener, path) = sockets.bind()?;
                (Socket::Unix(listener), Address::Unix(path))
            }
            Self::Tcp(ports) => {
                let (listener, address) = bind_tcp(ports.clone())?;
                (Socket::Tcp(listener), Address::Tcp(address))
            }
        };
        Ok(Listener { socket, address })
    }

    /// Allows the group to make sockets in a folder, if a group is set.
    #[cfg(unix)]
    pub fn admit_group(&self, folder: &std::path::Path) -> io::Result<()> {
        match self {
            Self::Unix(sockets) => sockets.admit_group(folder),
            Self::Tcp(_) => Ok(()),
        }
    }

    /// Removes the sockets from the disk. This is for a process that exits without dropping values.
    pub fn remove(&self) {
        match self {
            #[cfg(unix)]
            Self::Unix(sockets) => sockets.remove(),
            Self::Tcp(_) => {}
        }
    }
}

fn bind_tcp(ports: RangeInclusive<u16>) -> Result<(TcpListener, std::net::SocketAddr), Error> {
    let mut last = None;
    for port in ports.clone() {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
            Ok(listener) => {
                let address = listener.local_addr().map_err(Error::because(NO_USE))?;
                return Ok((listener, address));
            }
            Err(error) => last = Some(error),
        }
    }
    let source = last.unwrap_or_else(|| io::ErrorKind::AddrNotAvailable.into());
    let (min, max) = (ports.start(), ports.end());
    let problem = format!("cannot bind a TCP port between {min} and {max} on 127.0.0.1");
    Err(Error::caused(problem, source))
}

/// A bound socket on which connections may already queue.
#[derive(Debug)]
pub(crate) struct Listener {
    socket: Socket,
    address: Address,
}

#[derive(Debug)]
enum Socket {
    #[cfg(unix)]
    Unix(std::os::unix::net::UnixListener),
    Tcp(TcpListener),
}

impl Listener {
    pub(crate) fn address(&self) -> &Address {
        &self.address
    }
}

/// Accepts connections as long as the socket works. Must run on a runtime with I/O.
///
/// Fails if the system does not let it accept the first connection: then nobody can use the process. Later it tries again, because the process may
/// have too many open files for a while.
pub(crate) async fn accept_loop(listener: Listener, accepted: impl FnMut(Wire)) -> Error {
    let result = match listener.socket {
        #[cfg(unix)]
        Socket::Unix(socket) => accept_unix(socket, accepted).await,
        Socket::Tcp(socket) => accept_tcp(socket, accepted).await,
    };
    let Err(error) = result;
    error
}

#[cfg(unix)]
async fn accept_unix(
    socket: std::os::unix::net::UnixListener,
    mut accepted: impl FnMut(Wire),
) -> Result<Infallible, Error> {
    socket
        .set_nonblocking(true)
        .map_err(Error::because(NO_USE))?;
    let socket = tokio::net::UnixListener::from_std(socket).map_err(Error::because(NO_USE))?;
    let mut failures = Failures::default();
    loop {
        match socket.accept().await {
            Ok((stream, _)) => {
                failures.end();
                accepted(Box::new(stream));
            }
            Err(error) => failures.pause(error).await?,
        }
    }
}

async fn accept_tcp(
    socket: TcpListener,
    mut accepted: impl FnMut(Wire),
) -> Result<Infallible, Error> {
    socket
        .set_nonblocking(true)
        .map_err(Error::because(NO_USE))?;
    let socket = tokio::net::TcpListener::from_std(socket).map_err(Error::because(NO_USE))?;
    let mut failures = Failures::default();
    loop {
        match socket.accept().await {
            Ok((stream, _)) => {
                failures.end();
                if let Err(error) = stream.set_nodelay(true) {
                    tracing::debug!(%error, "cannot switch off Nagle's algorithm");
                }
                accepted(Box::new(stream));
            }
            Err(error) => failures.pause(error).await?,
        }
    }
}

/// Failures to accept a connection.
#[derive(Default)]
struct Failures {
    /// Whether a connection was accepted.
    any_accepted: bool,
    /// Whether the failure was reported, and no connection was accepted since then.
    is_reported: bool,
}

impl Failures {
    fn end(&mut self) {
        self.any_accepted = true;
        self.is_reported = false;
    }

    /// Reports the first of several failures, and waits before the next attempt. Fails if no connection was ever accepted.
    async fn pause(&mut self, error: io::Error) -> Result<(), Error> {
        let is_of_peer = matches!(
            error.kind(),
            io::ErrorKind::ConnectionAborted
                | io::ErrorKind::ConnectionReset
                | io::ErrorKind::Interrupted
        );
        if !self.any_accepted && !is_of_peer {
            return Err(Error::caused("cannot accept a connection", error));
        }
        if !std::mem::replace(&mut self.is_reported, true) {
            tracing::warn!(%error, "cannot accept a connection");
        }
        tokio::time::sleep(ACCEPT_PAUSE).await;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn port_zero_takes_any() {
        let listener = Sockets::Tcp(0..=0).bind().unwrap();
        assert!(
            matches!(listener.address(), Address::Tcp(address) if address.port() != 0 && address.ip().is_loopback())
        );
    }

    #[test]
    fn taken_ports_are_skipped_until_none_is_left() {
        // Finds a free port that is followed by another free port.
        let (first, min) = loop {
            let (listener, address) = bind_tcp(0..=0).unwrap();
            let next = address.port().checked_add(1);
            if next.is_some_and(|next| bind_tcp(next..=next).is_ok()) {
                break (listener, address.port());
            }
        };
        let sockets = Sockets::Tcp(min..=min + 1);
        let second = sockets.bind().unwrap();
        assert_eq!(
            second.address(),
            &Address::Tcp((Ipv4Addr::LOCALHOST, min + 1).into())
        );
        let error = sockets.bind().unwrap_err();
        assert_eq!(
            error.to_string(),
            format!(
                "cannot bind a TCP port between {min} and {} on 127.0.0.1",
                min + 1
            )
        );
        drop(first);
    }
}
