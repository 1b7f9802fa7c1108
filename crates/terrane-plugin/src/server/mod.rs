//! The plugin's side: the server that runs the services of the plugin's author.

mod calls;
mod debug;
mod environment;
mod error;
mod negotiate;
mod orphan;
mod output;
mod own;
mod printed;
mod process;
mod reflection;
mod signals;
mod stdio;
mod transport;

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::error::Error as StdError;
use std::fmt;
use std::io::{self, Write};
use std::process::exit;
use std::sync::Arc;

use rustls::{ClientConfig, ServerConfig};
use tokio::runtime::{Handle, Runtime};
use tokio::sync::oneshot;
use tokio::task::block_in_place;

use crate::Error;
use crate::author::{self, AuthorRuntime};
use crate::broker::Broker;
use crate::handshake::Handshake;
use crate::listen::{Sockets, Transport as SocketKind};
use crate::log::{self, host_stderr};
use crate::reattach::Reattach;
use crate::services::Services;
use crate::tls::Security;
use crate::tls::{Identity, certificate_from_pem};
pub use environment::Environment;
use error::one_line;
use output::HostOutput;
use printed::Printed;
use process::ServerRuntime;
use signals::{Signal, Signals, quit};
use transport::{Connections, Managed, Transport};

pub use debug::ReattachVariable;
pub use printed::{OutputStream, PrintedText};
pub use process::Process;

/// The message for a user who starts the plugin by hand.
const NOT_A_PROGRAM: &str = "This binary is a plugin. It is not meant to be started directly.\n\
    Start the program that uses this plugin. It loads the plugin automatically.\n";

/// The environment variable by which a plugin recognises its host.
///
/// Without the variable, the plugin exits with a message instead of waiting forever for a host. This helps users who start a plugin by hand. It is no
/// security measure.
#[derive(Clone, Copy, Debug)]
pub struct Cookie {
    /// Name of the environment variable.
    pub key: &'static str,
    /// The value that it must have.
    pub value: &'static str,
}

/// The problem of a plugin that cannot listen.
const NO_SOCKET: &str = "cannot listen";

/// The problem of a plugin whose connection to the host cannot be secured.
const INSECURE: &str = "cannot secure the connection";

fn no_version() -> Error {
    Error::new("the plugin serves no protocol version, please report this to its author")
}

type Build = Box<dyn FnOnce(&Process) -> Result<Services, Box<dyn StdError + Send + Sync>> + Send>;

/// A plugin to be served.
///
/// # Examples
///
/// ```no_run
/// use terrane_plugin::{Cookie, Plugin, Services};
///
/// # fn kv_service(_: &terrane_plugin::Process) -> Services { Services::new() }
/// Plugin::new(Cookie { key: "KV_PLUGIN", value: "hello" })
///     .version(1, |process| Ok(kv_service(process)))
///     .serve()
/// ```
pub struct Plugin {
    cookie: Cookie,
    versions: BTreeMap<u32, Build>,
    descriptors: Vec<&'static [u8]>,
    socket_kind: SocketKind,
    security: Option<Security>,
    capture_stderr: bool,
    printed: Option<Printed>,
    runtime: Option<ServerRuntime>,
}

impl Plugin {
    /// Creates a plugin with the cookie that its host sets.
    #[must_use]
    pub fn new(cookie: Cookie) -> Self {
        Self {
            cookie,
            versions: BTreeMap::new(),
            descriptors: Vec::new(),
            socket_kind: SocketKind::default(),
            security: None,
            capture_stderr: false,
            printed: None,
            runtime: None,
        }
    }

    /// Adds a version of the application's protocol. `build` is called only for the version that is negotiated with the host.
    ///
    /// The host shows an error of `build` to its user. The host waits while `build` runs, so `build` should do only the necessary work.
    #[must_use]
    pub fn version(
        mut self,
        version: u32,
        build: impl FnOnce(&Process) -> Result<Services, Box<dyn StdError + Send + Sync>>
        + Send
        + 'static,
    ) -> Self {
        self.versions.insert(version, Box::new(build));
        self
    }

    /// Adds an encoded `FileDescriptorSet` to the reflection service.
    #[must_use]
    pub fn reflect(mut self, descriptors: &'static [u8]) -> Self {
        self.descriptors.push(descriptors);
        self
    }

    /// Sets the kind of socket.
    #[must_use]
    pub fn transport(mut self, kind: SocketKind) -> Self {
        self.socket_kind = kind;
        self
    }

    /// Secures connections with a custom TLS configuration, instead of the certificates that host and plugin exchange.
    ///
    /// `accept` is for connections from the host. `dial` is for connections to services that the host offers through the [`Broker`]. Both must offer
    /// `h2` by ALPN, and the host must use a matching configuration.
    #[must_use]
    pub fn tls(mut self, accept: Arc<ServerConfig>, dial: Arc<ClientConfig>) -> Self {
        self.security = Some(Security::Configured { accept, dial });
        self
    }

    /// Sends the process's standard error to the host as output rather than as log lines.
    ///
    /// Standard output is always sent as output. With this option, logs must go to [`host_stderr`]. Messages that the system or the runtime prints
    /// when the process dies are lost.
    #[must_use]
    pub fn capture_stderr(mut self, capture: bool) -> Self {
        self.capture_stderr = capture;
        self
    }

    /// Calls `printed` with the lines that the process prints. The host also gets these lines, but it may drop them.
    ///
    /// These are the lines on standard output, and the lines on standard error if it is [captured](Self::capture_stderr). `printed` runs on a thread
    /// of its own. If it is slower than the code that prints, lines are dropped. `printed` must not print to these streams, because it would be
    /// called again for its own output.
    ///
    /// Lines that follow each other within a tenth of a second are passed on together.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::io::Write;
    /// use terrane_plugin::{Cookie, Plugin, host_stderr};
    ///
    /// # const COOKIE: Cookie = Cookie { key: "KEY", value: "value" };
    /// let plugin = Plugin::new(COOKIE).printed(|printed| {
    ///     for line in printed.text[printed.passed_on].lines() {
    ///         let _ = writeln!(host_stderr(), "[INFO] printed: {line}");
    ///     }
    /// });
    /// # let _ = plugin;
    /// ```
    #[must_use]
    pub fn printed(mut self, printed: impl Fn(PrintedText<'_>) + Send + Sync + 'static) -> Self {
        self.printed = Some(Arc::new(printed));
        self
    }

    /// Serves on this runtime, whose tasks then run on the server's thread. By default the server makes a runtime.
    ///
    /// It is for services that [do not block](Services::with_nonblocking_named) and call another process: a task that is on another thread would
    /// have to be woken for each message. The runtime must have one thread, and its tasks must not block.
    ///
    /// ```no_run
    /// use terrane_plugin::{Cookie, Plugin, Services};
    /// use tokio::runtime::Builder;
    ///
    /// # fn main() -> std::io::Result<()> {
    /// let runtime = Builder::new_current_thread().enable_all().build()?;
    /// let address = runtime.block_on(tokio::net::lookup_host("localhost:80"))?;
    /// # let _ = address;
    /// let plugin = Plugin::new(Cookie { key: "KV_PLUGIN", value: "hello" })
    ///     .version(1, |_| Ok(Services::new()))
    ///     .runtime(runtime);
    /// plugin.serve()
    /// # }
    /// ```
    #[must_use]
    pub fn runtime(mut self, runtime: Runtime) -> Self {
        self.runtime = Some(runtime.into());
        self
    }

    /// Serves the host that started this process, then ends the process.
    ///
    /// The server controls the process: standard output belongs to the protocol, interrupts are ignored, and the process exits when the host requests
    /// it or exits itself. The host shows errors during the start to its user.
    ///
    /// The server runs on the calling thread, which is then a [thread that answers the host](crate::enter_host_thread): a subscriber of tracing gets its
    /// events on another thread, and text for [`host_stderr`] waits in a queue. If this is called on a tokio runtime, calls of services run on that runtime. Otherwise a runtime is
    /// made while the host connects.
    ///
    /// # Panics
    ///
    /// Panics on a runtime whose only thread is the calling one.
    pub fn serve(self) -> ! {
        crate::guard::guard_plugins();
        let error = match Handle::try_current() {
            Ok(runtime) => block_in_place(|| self.serve_until_error(Some(runtime))),
            Err(_) => self.serve_until_error(None),
        };
        host_stderr().write_final(&format!("{}\n", one_line(&error)));
        exit(1)
    }

    /// Serves until an error occurs, then ends the plugins that this process has started as a host.
    fn serve_until_error(self, author_runtime: Option<Handle>) -> Error {
        let error = self.serve_on(author_runtime);
        // Without a runtime, the system kills the plugins.
        if crate::guard::has_guarded_plugins()
            && let Ok(runtime) = ServerRuntime::new()
        {
            runtime.block_on(crate::guard::end_guarded_plugins());
        }
        error
    }

    /// Serves until an error occurs.
    fn serve_on(self, author_runtime: Option<Handle>) -> Error {
        let environment = Environment::of_process(self.cookie.key);
        let (cookie, expected) = (
            environment.cookie.as_deref().unwrap_or_default(),
            self.cookie.value,
        );
        if cookie != expected || expected.is_empty() {
            host_stderr().write_final(NOT_A_PROGRAM);
            exit(1);
        }
        let mut output = match HostOutput::take(self.capture_stderr) {
            Ok(output) => output,
            Err(error) => {
                // Standard output is still the host's. If printing fails too, the error is only in the log.
                let _ = writeln!(io::stdout(), "{}", one_line(&error));
                return error;
            }
        };
        let printed = self.printed.clone();
        match self.start_managed(&environment, author_runtime) {
            Ok((transport, handshake)) => {
                let sockets = transport.connections.sockets.clone();
                let managed = Managed {
                    output,
                    handshake: handshake.to_string(),
                    printed,
                };
                let Err(error) = transport.serve(managed);
                sockets.remove();
                error
            }
            Err(error) => {
                // Hosts show a line that is not a handshake to their users. If printing fails too, the error is only in the log.
                let _ = output.print(&one_line(&error));
                error
            }
        }
    }

    fn start_managed(
        self,
        environment: &Environment,
        author_runtime: Option<Handle>,
    ) -> Result<(Transport, Handshake), Error> {
        let version = self.negotiate(environment).ok_or_else(no_version)?;
        let knows_multiplexing = environment.knows_multiplexing();
        let multiplexed = environment.multiplexed();
        let (transport, certificate) =
            self.prepare(environment, version, multiplexed, author_runtime)?;
        let handshake = Handshake {
            version,
            address: transport.connections.listener.address().clone(),
            certificate,
            multiplex: knows_multiplexing.then_some(true),
        };
        Ok((transport, handshake))
    }

    fn negotiate(&self, environment: &Environment) -> Option<u32> {
        environment.negotiate(self.versions.keys().copied(), |entry| {
            let _ = writeln!(
                host_stderr(),
                "skipped {entry:?} in PLUGIN_PROTOCOL_VERSIONS: expected a number"
            );
        })
    }

    /// Prepares to serve. It binds the socket, so that the host can connect as soon as it knows the address.
    fn prepare(
        mut self,
        environment: &Environment,
        version: u32,
        multiplexed: bool,
        author_runtime: Option<Handle>,
    ) -> Result<(Transport, Option<Vec<u8>>), Error> {
        let sockets = Arc::new(match self.socket_kind {
            #[cfg(unix)]
            SocketKind::Unix => Sockets::unix(
                environment.socket_dir.clone(),
                environment.socket_group.as_deref(),
            )
            .map_err(Error::because(NO_SOCKET))?,
            SocketKind::Tcp => Sockets::Tcp(environment.ports()?),
        });
        let listener = sockets.bind().map_err(Error::because(NO_SOCKET))?;
        let (security, certificate) = match (self.security, &environment.client_cert) {
            (Some(own), _) => (Some(own), None),
            (None, Some(pem)) => {
                let identity = Identity::generate().map_err(Error::because(INSECURE))?;
                let host = certificate_from_pem(pem);
                let security = host.and_then(|host| identity.facing_host(&host));
                let security = security.map_err(Error::because(INSECURE))?;
                (Some(security), Some(identity.certificate().to_vec()))
            }
            (None, None) => (None, None),
        };
        let build = self.versions.remove(&version).ok_or_else(no_version)?;
        let runtime = match self.runtime {
            Some(runtime) => runtime,
            None => ServerRuntime::new()?,
        };
        let author_runtime = AuthorRuntime::new(author_runtime).map_err(Error::because(
            "cannot start the runtime of author code, which a limit of processes or open files may prevent",
        ))?;
        let broker = Broker::new(
            sockets.clone(),
            security.clone(),
            Some(author_runtime.clone()),
        );
        let process = Process::new(broker, author_runtime);
        let services = build(&process).map_err(Error::because("cannot start the plugin"))?;
        let transport = Transport {
            runtime,
            process,
            connections: Connections {
                listener,
                sockets,
                security,
                multiplexed,
                author: services,
                descriptors: self.descriptors,
            },
        };
        Ok((transport, certificate))
    }

    /// Serves hosts that did not start this process, in plain text and without a check of the cookie, until the result is stopped or dropped.
    ///
    /// This is for tests within one process, and the base of [`debug`](Self::debug). It does not change the process's output or signals. The highest
    /// version is served, unless `PLUGIN_PROTOCOL_VERSIONS` is set.
    ///
    /// # Errors
    ///
    /// Fails when no socket can be made or the services cannot be built.
    pub async fn start(self) -> Result<Running, Error> {
        let environment = Environment::of_process(self.cookie.key).in_plain_text();
        let version = match &environment.versions {
            Some(_) => self.negotiate(&environment),
            None => self.versions.keys().next_back().copied(),
        };
        let version = version.ok_or_else(no_version)?;
        let (transport, _) = self.prepare(&environment, version, false, Some(Handle::current()))?;
        let address = transport.connections.listener.address().clone();
        let process = transport.process.clone();
        let sockets = Arc::clone(&transport.connections.sockets);
        let serving = transport.spawn()?;
        Ok(Running {
            reattach: Reattach {
                version,
                address,
                pid: std::process::id(),
                test: true,
            },
            process,
            sockets,
            runtime: serving.runtime,
            ended: serving.ended,
        })
    }

    /// Serves hosts until the process is interrupted, for a plugin that runs under a debugger. It prints the environment variable with which hosts
    /// connect to this process.
    ///
    /// # Errors
    ///
    /// Fails in the same cases as [`start`](Self::start), or when the environment file cannot be written.
    ///
    /// # Panics
    ///
    /// Panics on a runtime whose only thread is the calling one.
    pub fn debug(self, variable: ReattachVariable) -> Result<(), Error> {
        match Handle::try_current() {
            Ok(runtime) => block_in_place(|| runtime.block_on(self.debug_on(variable))),
            Err(_) => author::build()?.block_on(self.debug_on(variable)),
        }
    }

    async fn debug_on(self, variable: ReattachVariable) -> Result<(), Error> {
        let running = self.start().await?;
        variable
            .write_env_file(&running.reattach)
            .map_err(Error::because("cannot write the environment file"))?;
        // Signals are received on the server's runtime, because the caller's runtime may have no I/O. They are set up before the address is printed.
        let mut signals = {
            let _runtime = running.runtime.enter();
            Signals::new()?
        };
        variable.print(&running.reattach)?;
        // After the first signal, the process waits for open calls. A second signal ends this wait.
        for finishing in [false, true] {
            tokio::select! {
                signal = signals.next() => if signal == Signal::Quit {
                    running.sockets.remove();
                    quit()
                },
                () = running.process.terminate(), if finishing => break,
            }
        }
        running.stop().await;
        crate::guard::end_guarded_plugins().await;
        log::flush();
        Ok(())
    }
}

impl fmt::Debug for Plugin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Plugin")
            .field("cookie", &self.cookie.key)
            .field("versions", &self.versions.keys())
            .field("transport", &self.socket_kind)
            .finish_non_exhaustive()
    }
}

/// A plugin that serves within this process. Dropping it stops the plugin.
#[derive(Debug)]
pub struct Running {
    reattach: Reattach,
    process: Process,
    sockets: Arc<Sockets>,
    runtime: Handle,
    ended: oneshot::Receiver<Infallible>,
}

impl Running {
    /// Returns the address for hosts.
    #[must_use]
    pub fn reattach(&self) -> &Reattach {
        &self.reattach
    }

    /// Stops serving, closes every connection, and removes the socket.
    pub async fn stop(mut self) {
        self.process.stop();
        self.ended().await;
    }

    /// Waits until a host stops the plugin.
    pub async fn ended(&mut self) {
        if !self.ended.is_terminated() {
            // The sender never sends. It is dropped when serving has ended.
            let _ = (&mut self.ended).await;
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.process.stop();
    }
}
