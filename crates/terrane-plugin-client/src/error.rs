//! Errors of starting and using a plugin, grouped by cause.

use std::fmt;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Duration;

use crate::handshake::HandshakeFault;

/// The error of a plugin that cannot be started or used.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct Error(Fault);

/// Where to fix the problem of a plugin.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Cause {
    /// The plugin violates the protocol, or has exited.
    Plugin,
    /// Host and plugin are correct, but not compatible with each other.
    Incompatible,
    /// The host's options are invalid.
    Host,
    /// The machine does not provide a needed resource, such as a file or a process.
    Environment,
}

impl Error {
    /// Returns where to fix the problem: in the plugin, in the choice of versions, in the program that starts the plugin, or on the machine.
    pub fn cause(&self) -> Cause {
        match self.0 {
            Fault::Plugin(_) => Cause::Plugin,
            Fault::Incompatible(_) => Cause::Incompatible,
            Fault::Host(_) => Cause::Host,
            Fault::Environment(_) => Cause::Environment,
        }
    }

    /// Returns whether the plugin runs and serves a protocol version that was not offered to it.
    pub fn is_other_version(&self) -> bool {
        matches!(self.0, Fault::Incompatible(Incompatibility::Version { .. }))
    }

    /// Returns whether the plugin announced no certificate though its host asked for one, one that nobody asked for, or one that cannot be used.
    pub fn is_about_certificate(&self) -> bool {
        let Fault::Plugin(fault) = &self.0 else {
            return false;
        };
        matches!(
            fault,
            PluginFault::NoCertificate
                | PluginFault::UnwantedCertificate
                | PluginFault::Certificate(_)
        )
    }

    /// Adds the plugin's final log lines, if they may explain the error.
    pub(crate) fn add_last_lines(&mut self, lines: LastLines) {
        if let Fault::Plugin(
            PluginFault::Exited { stderr, .. }
            | PluginFault::Closed { stderr }
            | PluginFault::Silent { stderr, .. }
            | PluginFault::Handshake { stderr, .. }
            | PluginFault::Connect { stderr, .. },
        ) = &mut self.0
        {
            *stderr = lines;
        }
    }
}

impl<E> From<E> for Error
where
    Fault: From<E>,
{
    fn from(fault: E) -> Self {
        Self(fault.into())
    }
}

/// The fault by its cause.
#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error(transparent)]
    Plugin(#[from] PluginFault),
    #[error(transparent)]
    Incompatible(#[from] Incompatibility),
    #[error(transparent)]
    Host(#[from] HostFault),
    #[error(transparent)]
    Environment(#[from] EnvironmentFault),
}

/// A fault of the plugin.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PluginFault {
    /// The plugin exited without a handshake line.
    #[error("the plugin exited before its handshake ({status}){stderr}")]
    Exited {
        /// Its exit status.
        status: ExitStatus,
        /// Its final log lines.
        stderr: LastLines,
    },
    /// The plugin closed its standard output without a handshake line, and is still running.
    #[error("the plugin closed its standard output before its handshake{stderr}")]
    Closed {
        /// Its final log lines.
        stderr: LastLines,
    },
    /// The plugin printed no handshake line in time.
    #[error("the plugin printed no handshake line within {} s{stderr}", timeout.as_secs_f32())]
    Silent {
        /// How long the host has waited.
        timeout: Duration,
        /// Its final log lines.
        stderr: LastLines,
    },
    /// The plugin's first line is not a handshake line.
    #[error(
        "expected the plugin's handshake line \"1|VERSION|NETWORK|ADDRESS|grpc|CERTIFICATE\": {problem}{stderr}"
    )]
    Handshake {
        /// The problem of the line.
        problem: HandshakeFault,
        /// Its final log lines.
        stderr: LastLines,
    },
    /// The host asked for mutual TLS, and the plugin announced no certificate.
    #[error("the plugin announced no certificate, though its host asked for mutual TLS")]
    NoCertificate,
    /// The host asked for plain text, and the plugin announced a certificate.
    #[error("the plugin announced a certificate, though its host asked for plain text")]
    UnwantedCertificate,
    /// The certificate that the plugin announced cannot be used.
    #[error("cannot use the certificate that the plugin announced")]
    Certificate(#[source] terrane_plugin::Error),
    /// The plugin does not answer at its announced address, or shows another certificate than announced.
    #[error("cannot connect to the plugin at {address}{stderr}")]
    Connect {
        /// The announced address.
        address: String,
        /// The error of the connection.
        source: Box<dyn std::error::Error + Send + Sync>,
        /// Its final log lines.
        stderr: LastLines,
    },
    /// The plugin's health check reports that it is not serving.
    #[error("the plugin does not serve: {0}")]
    NotServing(String),
}

/// An incompatibility of host and plugin.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Incompatibility {
    /// The plugin uses another version of the handshake.
    #[error(
        "the plugin speaks version {0} of the handshake, this host version 1; rebuild the plugin"
    )]
    CoreVersion(String),
    /// The plugin serves a protocol version that the host does not support.
    #[error(
        "the plugin serves protocol version {served}, this host speaks {}",
        List(offered)
    )]
    Version {
        /// The version that the plugin serves.
        served: u32,
        /// The versions that the host offered.
        offered: Vec<u32>,
    },
    /// The plugin uses net/rpc or another protocol instead of gRPC.
    #[error("the plugin speaks {0:?}, this host gRPC only")]
    Protocol(String),
    /// The plugin cannot share one socket among its brokered connections.
    #[error(
        "the plugin does not multiplex its brokered connections; start it without multiplexing, or rebuild it with a newer go-plugin"
    )]
    Multiplex,
}

/// An invalid option of the host.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HostFault {
    /// No protocol version was offered.
    #[error("expected at least one protocol version to offer the plugin")]
    NoVersion,
    /// The magic cookie cannot be an environment variable.
    #[error("expected a magic cookie that can be an environment variable, got {0:?}")]
    Cookie(String),
    /// A checksum is set, but the command is a bare name, which does not determine the file to check.
    #[error("expected the path of the program to check, got the bare name {0:?}")]
    NotAPath(PathBuf),
    /// This process exits, so no guarded plugin can start.
    #[error("this process is exiting, so it starts no plugin")]
    Exiting,
    /// The host's own certificate cannot be made.
    #[error("cannot make the host's certificate")]
    Certificate(#[source] terrane_plugin::Error),
}

/// A problem of the machine.
#[derive(Debug, thiserror::Error)]
pub(crate) enum EnvironmentFault {
    /// The program cannot be started.
    #[error("cannot start {}{}", program.display(), hint.map(|hint| format!(" ({hint})")).unwrap_or_default())]
    Start {
        /// The program.
        program: PathBuf,
        /// The usual cause.
        hint: Option<&'static str>,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The program cannot be read for its checksum.
    #[error("cannot read {} to check it", program.display())]
    Read {
        /// The program.
        program: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The program has another checksum.
    #[error("the SHA-256 of {} is {actual}, expected {expected}", program.display())]
    Checksum {
        /// The program.
        program: PathBuf,
        /// The expected checksum, in hexadecimal.
        expected: String,
        /// The actual checksum, in hexadecimal.
        actual: String,
    },
    /// The folder for the plugin's sockets cannot be made.
    #[error("cannot make a folder for the plugin's sockets")]
    SocketFolder(#[source] std::io::Error),
    /// The host's own sockets cannot be made.
    #[error("cannot prepare the host's sockets")]
    Sockets(#[source] terrane_plugin::Error),
    /// No plugin runs at the address of the reattach configuration.
    #[error("no plugin runs as process {pid} at {address}")]
    NotRunning {
        /// The id of its process.
        pid: u32,
        /// Its address.
        address: String,
        /// The error of the system.
        source: std::io::Error,
    },
    /// A process cannot be ended or waited for.
    #[error("cannot end the plugin's process {pid}")]
    Kill {
        /// The process.
        pid: u32,
        /// The error of the system.
        source: std::io::Error,
    },
}

/// The last lines that a plugin wrote on its standard error, oldest first: warnings, errors, and lines without a level.
#[derive(Clone, Debug, Default)]
pub(crate) struct LastLines(pub(crate) Vec<String>);

impl fmt::Display for LastLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return Ok(());
        }
        f.write_str("; its last lines on stderr:")?;
        self.0.iter().try_for_each(|line| write!(f, "\n  {line}"))
    }
}

/// Displays numbers as a list.
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

/// The error of an address of a running plugin. Its text says what failed, and its source why.
#[derive(Debug, thiserror::Error)]
#[error("{problem}")]
pub struct ReattachError {
    pub(crate) problem: String,
    pub(crate) source: Box<dyn std::error::Error + Send + Sync>,
}
