//! The plugin's half: everything between `main` and the author's services.

mod calls;
mod debug;
mod environment;
mod error;
mod negotiate;
#[cfg(unix)]
mod orphan;
mod output;
mod own;
mod process;
mod reflection;
mod signals;
mod stdio;
mod transport;

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::error::Error as StdError;
use std::fmt;
use std::io::Write;
use std::process::exit;
use std::sync::Arc;

use rustls::{ClientConfig, ServerConfig};
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio::task::block_in_place;

use crate::author::{self, AuthorRuntime};
use crate::broker::Broker;
use crate::handshake::Handshake;
use crate::listen::{Sockets, Transport as SocketKind};
use crate::reattach::Reattach;
use crate::services::Services;
use crate::tls::Security;
use crate::tls::{Identity, certificate_from_pem};
use environment::Environment;
#[cfg(feature = "fuzzing")]
pub(crate) use environment::outcome as outcome_of_environment;
use error::one_line;
use negotiate::negotiate;
use output::HostOutput;
use process::ServerRuntime;
use signals::{Signal, Signals, quit};
use stdio::Printed;
use transport::{Connections, Managed, Transport};

pub use debug::ReattachVariable;
pub use error::Error;
pub use output::{HostStderr, host_stderr};
pub use process::Process;
pub use stdio::OutputStream;

/// The message for a person who starts the plugin by hand.
const NOT_A_PROGRAM: &str = "This binary is a plugin. It is not meant to be started directly.\n\
    Start the program that uses it, which will load it by itself.\n";

/// The environment variable by which a plugin recognises its host.
///
/// It protects people who start a plugin by hand from a program that waits for ever. It is no security measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cookie {
    /// Name of the environment variable.
    pub key: &'static str,
    /// The value that it must have.
    pub value: &'static str,
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
}

impl Plugin {
    /// Starts with the cookie that the host will show.
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
        }
    }

    /// Adds a version of the application's protocol. Only the one that is agreed on with the host is built.
    ///
    /// An error of `build` is shown to the host's user. The host waits meanwhile, so do here what must be done, no more.
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

    /// Adds an encoded `FileDescriptorSet` to what the reflection service knows.
    #[must_use]
    pub fn reflect(mut self, descriptors: &'static [u8]) -> Self {
        self.descriptors.push(descriptors);
        self
    }

    /// Chooses the kind of socket.
    #[must_use]
    pub fn transport(mut self, kind: SocketKind) -> Self {
        self.socket_kind = kind;
        self
    }

    /// Secures connections in an own way instead of by the certificates that host and plugin exchange.
    ///
    /// `accept` is for the host's connections, `dial` for those to what the host offers through the [`Broker`]. Both must
    /// offer `h2` by ALPN, and the host must know what to expect.
    #[must_use]
    pub fn tls(mut self, accept: Arc<ServerConfig>, dial: Arc<ClientConfig>) -> Self {
        self.security = Some(Security { accept, dial });
        self
    }

    /// Sends what the process prints on standard error to the host as output rather than as log lines.
    ///
    /// Standard output is always sent that way. Logs must then go to [`host_stderr`], and what the system or the runtime
    /// prints when the process dies is lost.
    #[must_use]
    pub fn capture_stderr(mut self, capture: bool) -> Self {
        self.capture_stderr = capture;
        self
    }

    /// Passes each line on that the process prints, next to the host, which may drop what is printed.
    ///
    /// That is what is printed on standard output, and on standard error where that is [captured](Self::capture_stderr).
    /// `printed` runs on a thread of its own. Lines are dropped when it is slower than the code that prints. It must not print to those
    /// streams, or it is called again for what it prints.
    #[must_use]
    pub fn printed(mut self, printed: impl Fn(OutputStream, &str) + Send + Sync + 'static) -> Self {
        self.printed = Some(Arc::new(printed));
        self
    }

    /// Serves the host that started this process, then ends the process.
    ///
    /// It takes over the process: standard output belongs to the protocol, interrupts are ignored, and the process exits
    /// when the host requests it or exits. Errors during the start are shown to the host's user.
    ///
    /// The calling thread becomes the server's. Calls run on a runtime that is made while the host connects or, where this is called on a
    /// runtime, on that.
    ///
    /// # Panics
    ///
    /// Panics on a runtime whose only thread is the calling one.
    pub fn serve(self) -> ! {
        let error = match Handle::try_current() {
            Ok(runtime) => block_in_place(|| self.serve_on(Some(runtime))),
            Err(_) => self.serve_on(None),
        };
        print_to_stderr(&format!("{}\n", one_line(&error)));
        exit(1)
    }

    /// Serves until an error occurs.
    fn serve_on(self, author_runtime: Option<Handle>) -> Error {
        let environment = Environment::of_process(self.cookie.key);
        let (cookie, expected) = (
            environment.cookie.as_deref().unwrap_or_default(),
            self.cookie.value,
        );
        if cookie != expected || expected.is_empty() {
            print_to_stderr(NOT_A_PROGRAM);
            exit(1);
        }
        let mut output = match HostOutput::take(self.capture_stderr) {
            Ok(output) => output,
            Err(error) => return error.into(),
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
                // Hosts show a line that is not a handshake to their users. If that fails as well, the log is all there is.
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
        let version = self.negotiate(environment).ok_or(Error::NoVersion)?;
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
        negotiate(
            self.versions.keys().copied(),
            environment.versions.as_deref(),
            |entry| {
                print_to_stderr(&format!(
                    "skipped {entry:?} in PLUGIN_PROTOCOL_VERSIONS: expected a number\n"
                ));
            },
        )
    }

    /// Binds first: the host may connect as soon as it knows where.
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
            )?,
            SocketKind::Tcp => Sockets::tcp(environment.ports()?),
        });
        let listener = sockets.bind()?;
        let (security, certificate) = match (self.security, &environment.client_cert) {
            (Some(own), _) => (Some(own), None),
            (None, Some(pem)) => {
                let host = certificate_from_pem(pem)?;
                let identity = Identity::generate()?;
                let security = identity.facing_host(&host)?;
                (Some(security), Some(identity.certificate().to_vec()))
            }
            (None, None) => (None, None),
        };
        let accept = security.as_ref().map(|security| security.accept.clone());
        let build = self.versions.remove(&version).ok_or(Error::NoVersion)?;
        let runtime = ServerRuntime::new()?;
        let author_runtime = AuthorRuntime::new(author_runtime);
        let broker = Broker::new(sockets.clone(), security, Some(author_runtime.clone()));
        let process = Process::new(broker, author_runtime);
        let services = build(&process).map_err(Error::Services)?;
        let transport = Transport {
            runtime,
            process,
            connections: Connections {
                listener,
                sockets,
                accept,
                multiplexed,
                author: services,
                descriptors: self.descriptors,
            },
        };
        Ok((transport, certificate))
    }

    /// Serves hosts that connect by themselves, in plain text and without checking the cookie, until it is stopped.
    ///
    /// For tests within one process, and as the base of [`debug`](Self::debug). The process stays the caller's own. Of several
    /// versions the highest is served, unless `PLUGIN_PROTOCOL_VERSIONS` says otherwise.
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
        let version = version.ok_or(Error::NoVersion)?;
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

    /// Serves hosts that a person points to this process, printed on standard output, until that person interrupts it.
    ///
    /// # Errors
    ///
    /// Fails as [`start`](Self::start) does, or when the environment file cannot be written.
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
            .map_err(Error::EnvFile)?;
        // With the server's runtime, because the caller's may do without I/O; and before anybody knows whom to signal.
        let mut signals = {
            let _runtime = running.runtime.enter();
            Signals::new()?
        };
        variable.print(&running.reattach)?;
        // The second signal ends what the first one still waits for.
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

/// A plugin that serves within this process; dropping it stops it.
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

    /// Stops serving, cutting every connection, and removes the socket.
    pub async fn stop(mut self) {
        self.process.stop();
        self.ended().await;
    }

    /// Waits until a host ends the plugin.
    pub async fn ended(&mut self) {
        if !self.ended.is_terminated() {
            // Never sent, only dropped when all is over.
            let _ = (&mut self.ended).await;
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.process.stop();
    }
}

/// Writes to the host's log or a person's terminal. A failure of that cannot be reported.
fn print_to_stderr(text: &str) {
    let _ = host_stderr().write_all(text.as_bytes());
}
