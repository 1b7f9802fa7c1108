//! What goes wrong with a plugin, by whose fault it is.

use std::fmt;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Duration;

use crate::HandshakeError;
use crate::listen::ListenError;
use crate::tls::TlsError;

/// Why a plugin cannot be started or used.
///
/// The variant says who can put it right: the plugin's author, the two versions together, the program that starts the
/// plugin, or whoever looks after the machine.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The plugin does not keep to the protocol, or died.
    #[error(transparent)]
    Plugin(#[from] PluginFault),
    /// Host and plugin are sound, but not made for each other.
    #[error(transparent)]
    Incompatible(#[from] Incompatibility),
    /// The host asks for what cannot be.
    #[error(transparent)]
    Host(#[from] HostFault),
    /// The machine does not provide what is needed.
    #[error(transparent)]
    Environment(#[from] EnvironmentFault),
}

impl Error {
    /// Adds what the plugin said last, where that may explain the error.
    pub(crate) fn add_last_lines(&mut self, lines: LastLines) {
        if let Self::Plugin(
            PluginFault::Exited { stderr, .. }
            | PluginFault::Closed { stderr }
            | PluginFault::Silent { stderr, .. }
            | PluginFault::Handshake { stderr, .. }
            | PluginFault::Connect { stderr, .. },
        ) = self
        {
            *stderr = lines;
        }
    }
}

/// What a plugin did wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PluginFault {
    /// It ended without a handshake line.
    #[error("the plugin exited before its handshake ({status}){stderr}")]
    Exited {
        /// How it ended.
        status: ExitStatus,
        /// Its last words.
        stderr: LastLines,
    },
    /// It closed its standard output without a handshake line, and lives on.
    #[error("the plugin closed its standard output before its handshake{stderr}")]
    Closed {
        /// Its last words.
        stderr: LastLines,
    },
    /// It printed no handshake line in time.
    #[error("the plugin printed no handshake line within {} s{stderr}", timeout.as_secs_f32())]
    Silent {
        /// How long it was waited for.
        timeout: Duration,
        /// Its last words.
        stderr: LastLines,
    },
    /// Its first line is not a handshake line.
    #[error(
        "expected the plugin's handshake line \"1|VERSION|NETWORK|ADDRESS|grpc|CERTIFICATE\": {source}{stderr}"
    )]
    Handshake {
        /// What is wrong with the line.
        source: HandshakeError,
        /// Its last words.
        stderr: LastLines,
    },
    /// It was asked for mutual TLS and announced no certificate.
    #[error("the plugin announced no certificate, though its host asked for mutual TLS")]
    NoCertificate,
    /// It was asked for plain text and announced a certificate.
    #[error("the plugin announced a certificate, though its host asked for plain text")]
    UnwantedCertificate,
    /// The certificate that it announced cannot be used.
    #[error("cannot use the certificate that the plugin announced")]
    Certificate(#[source] TlsError),
    /// It does not answer where it said it would, or is not who it said it is.
    #[error("cannot connect to the plugin at {address}{stderr}")]
    Connect {
        /// Where it said it listens.
        address: String,
        /// What came of it.
        source: Box<dyn std::error::Error + Send + Sync>,
        /// Its last words.
        stderr: LastLines,
    },
    /// It answers, and says that it does not serve.
    #[error("the plugin does not serve: {0}")]
    NotServing(String),
}

/// How two sound sides fail to fit.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Incompatibility {
    /// The plugin speaks another handshake.
    #[error(
        "the plugin speaks version {0} of the handshake, this host version 1; rebuild the plugin"
    )]
    CoreVersion(String),
    /// The plugin serves a version that the host does not speak.
    #[error(
        "the plugin serves protocol version {served}, this host speaks {}",
        List(offered)
    )]
    Version {
        /// What the plugin serves.
        served: u32,
        /// What the host offered.
        offered: Vec<u32>,
    },
    /// The plugin speaks net/rpc or something else instead of gRPC.
    #[error("the plugin speaks {0:?}, this host gRPC only")]
    Protocol(String),
    /// The plugin cannot share one socket among its brokered connections.
    #[error(
        "the plugin does not multiplex its brokered connections; start it without, or rebuild it on a newer go-plugin"
    )]
    Multiplex,
}

/// What a host asked for in vain.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HostFault {
    /// No protocol version was offered.
    #[error("expected at least one protocol version to offer the plugin")]
    NoVersion,
    /// The magic cookie cannot be an environment variable.
    #[error("expected a magic cookie that can be an environment variable, got {0:?}")]
    Cookie(String),
    /// A checksum was asked for without saying which file it is of.
    #[error("expected the path of the program to check, got the bare name {0:?}")]
    NotAPath(PathBuf),
    /// The host's own certificate cannot be made.
    #[error("cannot make the host's certificate")]
    Certificate(#[source] TlsError),
}

/// What the machine does not provide.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EnvironmentFault {
    /// The program cannot be started.
    #[error("cannot start {}{}", program.display(), hint.map(|hint| format!(" ({hint})")).unwrap_or_default())]
    Start {
        /// What was to be started.
        program: PathBuf,
        /// What that usually means.
        hint: Option<&'static str>,
        /// What the system said.
        source: std::io::Error,
    },
    /// The program cannot be read for its checksum.
    #[error("cannot read {} to check it", program.display())]
    Read {
        /// The program.
        program: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The program is not the one that was meant.
    #[error("the SHA-256 of {} is {actual}, expected {expected}", program.display())]
    Checksum {
        /// The program.
        program: PathBuf,
        /// What was expected, in hexadecimal.
        expected: String,
        /// What it is, in hexadecimal.
        actual: String,
    },
    /// The folder for the plugin's sockets cannot be made.
    #[error("cannot make a folder for the plugin's sockets")]
    SocketFolder(#[source] std::io::Error),
    /// The host's own sockets cannot be made.
    #[error("cannot prepare the host's sockets")]
    Sockets(#[source] ListenError),
    /// The running plugin that was named is not there.
    #[error("no plugin runs as process {pid} at {address}")]
    NotRunning {
        /// Process that was named.
        pid: u32,
        /// Address that was named.
        address: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// A process cannot be ended or waited for.
    #[error("cannot end the plugin's process {pid}")]
    Kill {
        /// The process.
        pid: u32,
        /// What the system said.
        source: std::io::Error,
    },
}

/// The last lines that a plugin wrote on its standard error, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LastLines(pub Vec<String>);

impl fmt::Display for LastLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return Ok(());
        }
        f.write_str("; its last lines on stderr:")?;
        self.0.iter().try_for_each(|line| write!(f, "\n  {line}"))
    }
}

/// Writes numbers as a list.
struct List<'a>(&'a [u32]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, number) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            write!(f, "{separator}{number}")?;
        }
        Ok(())
    }
}
