//! The errors of a plugin's server.

use std::error::Error as StdError;
use std::io;

use crate::TlsError;
use crate::listen::ListenError;

/// The error of a plugin that cannot start, or whose server has failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The plugin has no protocol version to serve.
    #[error("the plugin serves no protocol version, please report this to its author")]
    NoVersion,
    /// A port is not a number.
    #[error("cannot read {value:?} in {variable}, expected a port number")]
    Port {
        /// Name of the environment variable.
        variable: &'static str,
        /// Its value.
        value: String,
    },
    /// The range of ports is empty.
    #[error("PLUGIN_MIN_PORT is {min}, which is above PLUGIN_MAX_PORT, which is {max}")]
    Ports {
        /// Value of `PLUGIN_MIN_PORT`.
        min: u16,
        /// Value of `PLUGIN_MAX_PORT`.
        max: u16,
    },
    /// The plugin cannot listen.
    #[error("cannot listen")]
    Listen(#[from] ListenError),
    /// The connection to the host cannot be secured.
    #[error("cannot secure the connection")]
    Tls(#[from] TlsError),
    /// The plugin's own services cannot be made.
    #[error("cannot start the plugin")]
    Services(#[source] Box<dyn StdError + Send + Sync>),
    /// The system refuses a pipe or a signal.
    #[error("cannot set up the plugin's process")]
    System(#[from] io::Error),
    /// The system refuses a thread.
    #[error(
        "cannot start a thread of the plugin's process, which a limit of processes may prevent"
    )]
    Thread(#[source] io::Error),
    /// The system refuses threads or descriptors for the runtime of author code.
    #[error(
        "cannot start the runtime of author code, which a limit of processes or open files may prevent"
    )]
    Runtime(#[source] io::Error),
    /// The system refuses descriptors.
    #[error(
        "cannot open {needed} descriptors for the plugin's process, which a limit of open files may prevent"
    )]
    Descriptors {
        /// The number of descriptors that a plugin needs.
        needed: usize,
        /// The error of the system.
        source: io::Error,
    },
    /// The variable for debugging cannot be written to its file.
    #[error("cannot write the environment file")]
    EnvFile(#[source] io::Error),
    /// The server ended although nothing stopped it.
    #[error("the plugin server ended unexpectedly")]
    Ended,
}

/// The longest error line for a host, in bytes.
const LONGEST_LINE: usize = 4096;

/// Formats the error and its causes as one line. No host takes this line for a handshake.
pub(super) fn one_line(error: &dyn StdError) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        // Some errors repeat their cause.
        if !text.ends_with(&more) {
            text = format!("{text}: {more}");
        }
        cause = error.source();
    }
    let one_line = text
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .replace('|', "/");
    one_line
        .chars()
        .filter(|c| !c.is_control())
        .take(LONGEST_LINE)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::handshake::{Handshake, HandshakeError};

    #[test]
    fn line_has_every_cause_and_is_no_handshake() {
        let own = Error::Services("no licence\n\tat 1|2|3|4|5\u{7}".into());
        let line = one_line(&own);
        assert_eq!(line, "cannot start the plugin: no licence at 1/2/3/4/5");
        assert_eq!(
            line.parse::<Handshake>(),
            Err(HandshakeError::Unrecognized(line.clone()))
        );
    }

    #[test]
    fn line_is_bounded() {
        let own = Error::Services("ä".repeat(100_000).into());
        assert_eq!(one_line(&own).chars().count(), LONGEST_LINE);
    }
}
