//! Why nothing can listen.

use std::io;
use std::path::PathBuf;

/// Why a process cannot listen.
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
        /// What the last one failed with.
        source: io::Error,
    },
    /// The group does not exist here.
    #[error("cannot find the group {0:?}, expected a name in /etc/group or a number below {max}", max = u32::MAX)]
    Group(String),
    /// A socket or its folder cannot be made.
    #[error("cannot make a socket at {}", path.display())]
    Path {
        /// The path.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The socket does not work.
    #[error("cannot use the socket")]
    Setup(#[source] io::Error),
}
