//! Starting a plugin, or connecting to a running plugin.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::BufReader;
use tokio::process::ChildStdout;
use tokio::sync::Mutex;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout, timeout_at};

use super::builder::{Builder, START_TIMEOUT};
use super::child::{Child, How};
use super::connection::Connection;
use super::error::{EnvironmentFault, Error, HostFault, Incompatibility, PluginFault};
use super::foreign::Foreign;
use super::journal::{Journal, LINE_WIDTH, LOG_TARGET};
use super::launch::{self, SocketFolder};
use super::lines::{Line, LineObserver, Lines, Pipe};
use super::stdio::{self, Sink};
use super::{Client, LAST_OUTPUT, Owner, checksum, exit};
use terrane_plugin::peer::{self, Identity, Security, Sockets};
use terrane_plugin::{Handshake, Reattach};

use crate::handshake::{HandshakeFault, read_line};
use crate::printable;

/// The longest handshake line that a plugin may print, in bytes.
const HANDSHAKE_LIMIT: usize = 64 << 10;

/// How long to wait for the last line of a child that has exited.
const LAST_LINE: Duration = Duration::from_millis(100);

impl Builder {
    /// Starts the plugin and connects to it.
    ///
    /// If this fails, or if its future is dropped, the process is killed.
    ///
    /// # Errors
    ///
    /// Fails when the plugin cannot be started or does not connect. The variants of [`Error`] show who can fix the problem.
    pub async fn spawn(self) -> Result<Client, Error> {
        spawn(self).await
    }
}

impl Client {
    /// Creates a builder that starts a plugin with this command.
    ///
    /// The plugin inherits the host's environment and standard input, unless the command sets others.
    #[must_use]
    pub fn builder(command: std::process::Command) -> Builder {
        Builder::new(command)
    }

    /// Connects to a plugin that another process started.
    ///
    /// # Errors
    ///
    /// Fails when nothing listens at the address, or when the listener is not a gRPC server.
    pub async fn reattach(reattach: &Reattach) -> Result<Self, Error> {
        join(reattach).await
    }
}

/// Starts a plugin and connects to it.
async fn spawn(mut builder: Builder) -> Result<Client, Error> {
    if builder.versions.is_empty() {
        return Err(HostFault::NoVersion.into());
    }
    if builder.guarded && peer::is_exiting() {
        return Err(HostFault::Exiting.into());
    }
    let program = Path::new(builder.command.get_program()).to_owned();
    // The contents that were checked are held until the program has started.
    let (command, _held) = checksum::checked_command(builder.command, builder.checksum).await?;
    builder.command = command;
    let identity = if builder.tls {
        Some(Identity::generate().map_err(HostFault::Certificate)?)
    } else {
        None
    };
    let folder = SocketFolder::make(
        builder.socket_folder.as_deref(),
        builder.socket_group.as_deref(),
    )?;
    let sockets = folder.sockets();
    launch::set_variables(&mut builder, identity.as_ref(), &folder)?;

    let name = builder.name.unwrap_or_else(|| launch::short_name(&program));
    let how = How {
        guarded: builder.guarded,
        inherit_stderr: builder.inherit_stderr,
    };
    let (child, pipes) =
        Child::start(builder.command, folder, how).map_err(|source| EnvironmentFault::Start {
            hint: launch::hint(&source, &program),
            program,
            source,
        })?;
    let registered = if how.guarded {
        // The process may have begun to exit during the start. Then dropping the child kills it.
        Some(exit::register(child.handle())?)
    } else {
        None
    };
    let journal = Journal::new(&name).observed(builder.lines.clone());
    let mut output = JoinSet::new();
    if let Some(stderr) = pipes.stderr {
        output.spawn(journal.clone().follow(stderr));
    }

    let mut stdout = Lines::new(BufReader::new(pipes.stdout), HANDSHAKE_LIMIT);
    let demands = Demands {
        versions: builder.versions,
        identity,
        multiplex: builder.multiplex,
        start_timeout: builder.start_timeout,
    };
    let (handshake, connection) = match demands.meet(&child, &mut stdout, sockets).await {
        Ok(connected) => connected,
        Err(error) => return Err(with_last_lines(error, &child, &journal, &mut output).await),
    };
    if let Some(registered) = registered {
        // The channel is set once, here.
        let _ = registered.set(connection.channel());
    }
    output.spawn(drain(stdout, name.clone(), builder.lines));
    output.spawn(stdio::forward(
        connection.channel(),
        name,
        builder.stdout,
        builder.stderr,
    ));
    Ok(Client {
        version: handshake.version,
        address: handshake.address,
        connection,
        owner: Owner::Host(child),
        journal,
        output: Mutex::new(output),
    })
}

/// Kills a plugin that has not connected, and adds its final log lines to the error, because they may explain it.
async fn with_last_lines(
    mut error: Error,
    child: &Child,
    journal: &Journal,
    output: &mut JoinSet<()>,
) -> Error {
    if child.kill().is_ok() {
        child.exited().await;
    }
    let _ = timeout(LAST_OUTPUT, output.join_next()).await;
    error.add_last_lines(journal.last_lines());
    error
}

/// Connects to a plugin that another process started.
async fn join(reattach: &Reattach) -> Result<Client, Error> {
    let not_running = |source| EnvironmentFault::NotRunning {
        pid: reattach.pid,
        address: reattach.address.to_string(),
        source,
    };
    peer::connect(&reattach.address)
        .await
        .map_err(not_running)?;
    let sockets = SocketFolder::none()?;
    let connected = Connection::open(&reattach.address, None, false, sockets);
    let connection = timeout(START_TIMEOUT, connected)
        .await
        .unwrap_or_else(|elapsed| Err(elapsed.into()))
        .map_err(|source| PluginFault::connect(&reattach.address, source))?;
    let mut output = JoinSet::new();
    let name = format!("process {}", reattach.pid);
    output.spawn(stdio::forward(
        connection.channel(),
        name.clone(),
        Sink::Log,
        Sink::Log,
    ));
    Ok(Client {
        version: reattach.version,
        address: reattach.address.clone(),
        connection,
        owner: Owner::Other(Foreign::new(reattach.pid, reattach.test)),
        journal: Journal::new(&name),
        output: Mutex::new(output),
    })
}

/// The host's requirements that a plugin must meet before it counts as started.
struct Demands {
    versions: Vec<u32>,
    identity: Option<Identity>,
    multiplex: bool,
    start_timeout: Duration,
}

impl Demands {
    /// Waits for the handshake and connects.
    async fn meet(
        self,
        child: &Child,
        stdout: &mut Lines<BufReader<ChildStdout>>,
        sockets: Arc<Sockets>,
    ) -> Result<(Handshake, Connection), Error> {
        let deadline = Instant::now() + self.start_timeout;
        let line = timeout_at(deadline, first_line(child, stdout))
            .await
            .map_err(|_| PluginFault::Silent {
                timeout: self.start_timeout,
                stderr: Default::default(),
            })??;
        let handshake = self.read(&line)?;
        let security = self.security(&handshake)?;
        let connected = Connection::open(&handshake.address, security, self.multiplex, sockets);
        let connection = timeout_at(deadline, connected)
            .await
            .unwrap_or_else(|elapsed| Err(elapsed.into()))
            .map_err(|source| PluginFault::connect(&handshake.address, source))?;
        Ok((handshake, connection))
    }

    /// Reads the handshake and compares it with the host's requirements.
    fn read(&self, line: &str) -> Result<Handshake, Error> {
        let handshake = read_line(line).map_err(|source| match source {
            HandshakeFault::CoreVersion(version) => {
                Error::from(Incompatibility::CoreVersion(version))
            }
            HandshakeFault::Protocol(protocol) => Incompatibility::Protocol(protocol).into(),
            _ => PluginFault::Handshake {
                problem: source,
                stderr: Default::default(),
            }
            .into(),
        })?;
        if !self.versions.contains(&handshake.version) {
            return Err(Incompatibility::Version {
                served: handshake.version,
                offered: self.versions.clone(),
            }
            .into());
        }
        if self.multiplex && handshake.multiplex != Some(true) {
            return Err(Incompatibility::Multiplex.into());
        }
        Ok(handshake)
    }

    fn security(&self, handshake: &Handshake) -> Result<Option<Security>, PluginFault> {
        match (&self.identity, &handshake.certificate) {
            (None, None) => Ok(None),
            (Some(_), None) => Err(PluginFault::NoCertificate),
            (None, Some(_)) => Err(PluginFault::UnwantedCertificate),
            (Some(identity), Some(certificate)) => {
                let security = identity.facing_plugin(&certificate.clone().into());
                security.map(Some).map_err(PluginFault::Certificate)
            }
        }
    }
}

/// Waits for a child's first line, or for its exit.
async fn first_line(
    child: &Child,
    stdout: &mut Lines<BufReader<ChildStdout>>,
) -> Result<String, PluginFault> {
    let line = tokio::select! {
        biased;
        line = stdout.next() => line,
        _ = child.exited() => timeout(LAST_LINE, stdout.next()).await.unwrap_or(Ok(None)),
    };
    if let Ok(Some(Line { text, .. })) = line {
        return Ok(text);
    }
    let stderr = Default::default();
    match timeout(LAST_OUTPUT, child.exited()).await {
        Ok(Some(status)) => Err(PluginFault::Exited { status, stderr }),
        Ok(None) | Err(_) => Err(PluginFault::Closed { stderr }),
    }
}

/// Reads the rest of a plugin's standard output, so that the plugin never blocks on a full pipe.
async fn drain(
    mut stdout: Lines<BufReader<ChildStdout>>,
    plugin: String,
    observer: Option<LineObserver>,
) {
    while let Ok(Some(line)) = stdout.next().await {
        if let Some(observer) = &observer {
            observer(Pipe::Stdout, &line.text);
        }
        peer::wait_for_room().await;
        tracing::debug!(target: LOG_TARGET, plugin, stream = "stdout", "{}", line.text);
    }
}

impl PluginFault {
    fn connect(
        address: &terrane_plugin::Address,
        source: Box<dyn std::error::Error + Send + Sync>,
    ) -> Self {
        Self::Connect {
            address: printable(&address.to_string(), LINE_WIDTH),
            source,
            stderr: Default::default(),
        }
    }
}
