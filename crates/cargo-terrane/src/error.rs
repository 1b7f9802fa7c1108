//! Errors of commands, and how they are printed.

use std::error::Error as StdError;
use std::io;
use std::path::PathBuf;

use terrane_protocol::{ConnectError, RpcError};

/// The error of a command. Its causes are its sources.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("cannot start the runtime")]
    Runtime(#[source] io::Error),
    /// The error names its path.
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("cannot start the provider `{}`", .0.display())]
    Start(PathBuf, #[source] ConnectError),
    #[error("cannot read the schemas of `{}`", .0.display())]
    Schemas(PathBuf, #[source] RpcError),
    #[error("the provider `{}` does not describe its schemas: {_1}", .0.display())]
    Refused(PathBuf, String),
    #[cfg(windows)]
    #[error(
        "`--out` writes a script, and hosts start no scripts on Windows. Start `terrane_protocol::Proxy` from a program of your own instead."
    )]
    NoLauncher,
}

/// Prints an error and the chain of its causes.
#[expect(clippy::print_stderr, reason = "errors of a command are for its user")]
pub(crate) fn print(error: &Error) {
    eprintln!("error: {error}");
    let mut cause = error.source();
    while let Some(error) = cause {
        eprintln!("  Caused by: {error}");
        cause = error.source();
    }
}
