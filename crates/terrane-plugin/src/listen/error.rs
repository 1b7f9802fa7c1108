//! The errors of listening on a socket.

use std::io;
use std::path::PathBuf;

/// The error of a process that cannot listen on a socket.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ListenError {
    /// No port of the range is free.
    #[error("cannot bind a TCP port between {min} and {max} on 127.0.0.1")]
    NoPort {
        /// Lowest port tried.
        min: u16,
        /// Highest port tried.
        max: u16,
        /// The error of the last port.
        source: io::Error,
    },
    /// The group does not exist on this machine.
    #[error("cannot find the group {0:?}, expected a name in /etc/group or a number below {max}", max = u32::MAX)]
    Group(String),
    /// A socket or its folder cannot be made.
    #[error("cannot make a socket at {}", path.display())]
    Path {
        /// The path.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The first connection cannot be accepted.
    #[error("cannot accept a connection")]
    Accept(#[source] io::Error),
    /// The socket does not work.
    #[error("cannot use the socket")]
    Setup(#[source] io::Error),
}
