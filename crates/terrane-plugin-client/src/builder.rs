//! The options with which a host starts a plugin.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::AsyncWrite;

use super::lines::{LineObserver, Pipe};
use super::stdio::Sink;

/// How long a plugin may take to print its handshake line, as in go-plugin.
pub(crate) const START_TIMEOUT: Duration = Duration::from_secs(60);

/// The TCP ports that go-plugin lets a plugin choose from.
const PORTS: RangeInclusive<u16> = 10_000..=25_000;

/// A plugin to be started.
///
/// By default the connection is secured by mutual TLS, with certificates that are made for this process. The plugin makes its sockets in a private
/// folder, which is removed when the plugin has exited.
pub struct Builder {
    pub(crate) command: Command,
    pub(crate) name: Option<String>,
    pub(crate) cookie: Option<(String, String)>,
    pub(crate) versions: Vec<u32>,
    pub(crate) ports: RangeInclusive<u16>,
    pub(crate) tls: bool,
    pub(crate) multiplex: bool,
    pub(crate) checksum: Option<[u8; 32]>,
    pub(crate) guarded: bool,
    pub(crate) inherit_stderr: bool,
    pub(crate) start_timeout: Duration,
    pub(crate) socket_folder: Option<PathBuf>,
    pub(crate) socket_group: Option<String>,
    pub(crate) stdout: Sink,
    pub(crate) stderr: Sink,
    pub(crate) lines: Option<LineObserver>,
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
            guarded: false,
            inherit_stderr: false,
            start_timeout: START_TIMEOUT,
            socket_folder: None,
            socket_group: None,
            stdout: Sink::Log,
            stderr: Sink::Log,
            lines: None,
        }
    }

    /// Sets the name of the plugin in this process's log. The default is the name of its program.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Sets the environment variable by which a plugin detects that a host has started it, and not a user.
    #[must_use]
    pub fn cookie(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        self.cookie = Some((key.into(), value.into()));
        self
    }

    /// Sets the protocol versions to offer. The plugin serves the highest of them that it supports.
    #[must_use]
    pub fn versions(mut self, versions: impl IntoIterator<Item = u32>) -> Self {
        self.versions = versions.into_iter().collect();
        self
    }

    /// Sets the TCP ports for plugins that cannot use Unix sockets. The default is 10000 to 25000.
    #[must_use]
    pub fn ports(mut self, ports: RangeInclusive<u16>) -> Self {
        self.ports = ports;
        self
    }

    /// Connects to the plugin in plain text. Then everybody who can reach its socket can connect too.
    #[must_use]
    pub fn plaintext(mut self) -> Self {
        self.tls = false;
        self
    }

    /// Requires that brokered connections share the plugin's main socket.
    #[must_use]
    pub fn multiplex(mut self) -> Self {
        self.multiplex = true;
        self
    }

    /// Starts the program only if its SHA-256 equals this checksum.
    ///
    /// The contents that were read are those that start, even if the file is replaced or written meanwhile. On Unix, a copy of them starts, which Linux
    /// holds in memory while the plugin runs. Then the plugin's process has only the program, the arguments, the variables and the folder of the command,
    /// and [`own_program`](super::own_program) finds the file.
    #[must_use]
    pub fn checksum(mut self, sha256: [u8; 32]) -> Self {
        self.checksum = Some(sha256);
        self
    }

    /// Ends the plugin when this process ends, even if this process is killed.
    ///
    /// This needs [`guard_plugins`](terrane_plugin::guard_plugins) in `main`; otherwise a plugin can outlive a process that is killed. On Unix, the plugin's
    /// standard input is this process's, and the command's `arg0` is ignored.
    #[must_use]
    pub fn guarded(mut self) -> Self {
        self.guarded = true;
        self
    }

    /// Lets the plugin write its log to this process's standard error, instead of forwarding it. Then errors have no lines of the log.
    #[must_use]
    pub fn inherit_stderr(mut self) -> Self {
        self.inherit_stderr = true;
        self
    }

    /// Sets how long the plugin may take to print its handshake line. The default is one minute.
    #[must_use]
    pub fn start_timeout(mut self, timeout: Duration) -> Self {
        self.start_timeout = timeout;
        self
    }

    /// Sets the parent of the folder for the plugin's sockets. The default is the system's folder for temporary files.
    ///
    /// The whole path of a socket is limited to about a hundred bytes.
    #[must_use]
    pub fn socket_folder(mut self, parent: impl AsRef<Path>) -> Self {
        self.socket_folder = Some(parent.as_ref().to_owned());
        self
    }

    /// Grants a group, by name or number, access to the plugin's sockets. This is for plugins that run as another user.
    #[must_use]
    pub fn socket_group(mut self, group: impl Into<String>) -> Self {
        self.socket_group = Some(group.into());
        self
    }

    /// Sets the writer for the standard output of the plugin's code. By default this output is logged.
    #[must_use]
    pub fn stdout(mut self, writer: impl AsyncWrite + Send + Unpin + 'static) -> Self {
        self.stdout = Sink::Writer(Box::new(writer));
        self
    }

    /// Sets the writer for the standard error of the plugin's code. By default this output is logged.
    ///
    /// Go plugins keep their log separate from this output, so the writer does not receive their log.
    #[must_use]
    pub fn stderr(mut self, writer: impl AsyncWrite + Send + Unpin + 'static) -> Self {
        self.stderr = Sink::Writer(Box::new(writer));
        self
    }

    /// Calls a function with each line that the plugin's process writes after the handshake line, verbatim and before it is logged. A line of over 64 KiB
    /// comes in pieces.
    ///
    /// This is for tests that search the log of a plugin. The function must not block.
    #[must_use]
    pub fn lines(mut self, observer: impl Fn(Pipe, &str) + Send + Sync + 'static) -> Self {
        self.lines = Some(Arc::new(observer));
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
