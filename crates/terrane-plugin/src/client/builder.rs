//! What a host wants of the plugin that it starts.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use tokio::io::AsyncWrite;

use super::stdio::Sink;

/// How long a plugin may take until it answers, as in go-plugin.
pub(crate) const START_TIMEOUT: Duration = Duration::from_secs(60);

/// The TCP ports that go-plugin lets a plugin choose from.
const PORTS: RangeInclusive<u16> = 10_000..=25_000;

/// A plugin to be started.
///
/// By default the connection is secured by mutual TLS between certificates made for this one process, and the
/// plugin makes its sockets in a private folder that is removed when the plugin has ended.
pub struct Builder {
    pub(crate) command: Command,
    pub(crate) name: Option<String>,
    pub(crate) cookie: Option<(String, String)>,
    pub(crate) versions: Vec<u32>,
    pub(crate) ports: RangeInclusive<u16>,
    pub(crate) tls: bool,
    pub(crate) multiplex: bool,
    pub(crate) checksum: Option<[u8; 32]>,
    pub(crate) start_timeout: Duration,
    pub(crate) socket_folder: Option<PathBuf>,
    pub(crate) socket_group: Option<String>,
    pub(crate) stdout: Sink,
    pub(crate) stderr: Sink,
}

impl Builder {
    pub(crate) fn new(command: Command) -> Self {
        Self {
            command,
            name: None,
            cookie: None,
            versions: Vec::new(),
            ports: PORTS,
            tls: true,
            multiplex: false,
            checksum: None,
            start_timeout: START_TIMEOUT,
            socket_folder: None,
            socket_group: None,
            stdout: Sink::Log,
            stderr: Sink::Log,
        }
    }

    /// Names the plugin in this process's log; otherwise it is called as its program.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Sets the environment variable by which a plugin detects that a host has started it, not a user.
    #[must_use]
    pub fn cookie(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        self.cookie = Some((key.into(), value.into()));
        self
    }

    /// Offers these protocol versions, of which the plugin serves the highest that it knows.
    #[must_use]
    pub fn versions(mut self, versions: impl IntoIterator<Item = u32>) -> Self {
        self.versions = versions.into_iter().collect();
        self
    }

    /// Sets the TCP ports that a plugin may choose from where it cannot use Unix sockets: 10000 to 25000 if not set.
    #[must_use]
    pub fn ports(mut self, ports: RangeInclusive<u16>) -> Self {
        self.ports = ports;
        self
    }

    /// Talks to the plugin in plain text; everybody who can reach its socket can then do so too.
    #[must_use]
    pub fn plaintext(mut self) -> Self {
        self.tls = false;
        self
    }

    /// Demands that brokered connections share the plugin's one socket.
    #[must_use]
    pub fn multiplex(mut self) -> Self {
        self.multiplex = true;
        self
    }

    /// Starts the program only if this is its SHA-256.
    ///
    /// Nobody but trusted users may be able to change the file between this check and the start.
    #[must_use]
    pub fn checksum(mut self, sha256: [u8; 32]) -> Self {
        self.checksum = Some(sha256);
        self
    }

    /// Sets how long the plugin may take until it answers: one minute if not set.
    #[must_use]
    pub fn start_timeout(mut self, timeout: Duration) -> Self {
        self.start_timeout = timeout;
        self
    }

    /// Makes the folder for the plugin's sockets in this one instead of the system's for temporary files.
    ///
    /// A socket's whole path is limited to about a hundred bytes.
    #[must_use]
    pub fn socket_folder(mut self, parent: impl AsRef<Path>) -> Self {
        self.socket_folder = Some(parent.as_ref().to_owned());
        self
    }

    /// Opens the plugin's sockets to a group, by name or number, for plugins that run as another user.
    #[must_use]
    pub fn socket_group(mut self, group: impl Into<String>) -> Self {
        self.socket_group = Some(group.into());
        self
    }

    /// Writes there what the plugin's code prints on its standard output; otherwise it is logged.
    #[must_use]
    pub fn stdout(mut self, writer: impl AsyncWrite + Send + Unpin + 'static) -> Self {
        self.stdout = Sink::Writer(Box::new(writer));
        self
    }

    /// Writes there what the plugin's code prints on its standard error; otherwise it is logged.
    ///
    /// Go plugins separate this from their log, which does not come this way.
    #[must_use]
    pub fn stderr(mut self, writer: impl AsyncWrite + Send + Unpin + 'static) -> Self {
        self.stderr = Sink::Writer(Box::new(writer));
        self
    }
}

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder")
            .field("program", &self.command.get_program())
            .field("versions", &self.versions)
            .field("tls", &self.tls)
            .field("multiplex", &self.multiplex)
            .finish_non_exhaustive()
    }
}
