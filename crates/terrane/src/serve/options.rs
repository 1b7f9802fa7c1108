//! A provider to be served, with its options.

use std::env;
use std::fmt;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::sync::Arc;

use rustls::{ClientConfig, ServerConfig};
use terrane_framework::server::Registry;
use terrane_protocol::{Process, Server, Transport, Version};

use super::command::Command;
use super::format::print;
use super::servers::{Register, Servers};
use crate::dynamic::DynProvider;
use crate::log::{self, Log};
use crate::messages::HELP;
use crate::provider::{Provider, register_items};
use crate::typed::Typed;

/// Makes the provider.
type Build = dyn Fn(&Servers) -> Arc<dyn terrane_protocol::Provider> + Send + Sync;

/// Makes the provider in the process that serves it.
type InProcess = dyn Fn(&Process) -> Arc<dyn terrane_protocol::Provider> + Send + Sync;

type LogSettings = Box<dyn FnOnce(&mut Log)>;

/// A provider to be served, with its options.
///
/// [`terrane::serve`](crate::serve()) serves a provider without options, which suits nearly every provider.
///
/// # Examples
///
/// ```no_run
/// # use terrane::prelude::*;
/// # #[derive(Default)]
/// # struct Echo;
/// # #[provider("registry.terraform.io/example/echo")]
/// # impl Provider for Echo {
/// #     fn register(_: &mut Registry<Self>) {}
/// # }
/// use terrane::serve::{Serve, Transport, Version};
///
/// fn main() -> std::process::ExitCode {
///     Serve::new::<Echo>()
///         .protocols([Version::V6])
///         .transport(Transport::Tcp)
///         .run()
/// }
/// ```
#[must_use = "a provider is served by `run`"]
pub struct Serve {
    address: String,
    version: String,
    log: Vec<LogSettings>,
    build: Arc<Build>,
    server: Server,
}

impl Serve {
    /// Serves a provider.
    pub fn new<P: Provider>() -> Self {
        Self::dynamic(Typed::<P>::new(), register_items::<P>).log(P::log)
    }

    /// Serves a provider in its dynamic form. `register` registers the provider's items. The first call of the host runs it.
    pub fn dynamic(
        provider: impl DynProvider,
        register: impl Fn(Registry) -> Registry + Send + Sync + 'static,
    ) -> Self {
        let provider: Arc<dyn DynProvider> = Arc::new(provider);
        let register: Arc<Register> = Arc::new(register);
        let (address, version) = (provider.address().to_owned(), provider.version().to_owned());
        let build = move |servers: &Servers| {
            servers.shared_server(Arc::clone(&provider), Arc::clone(&register))
        };
        Self::of(address, version, Arc::new(build), Server::nonblocking)
    }

    /// Serves a provider that is put together from others, or that calls another process.
    ///
    /// `build` makes the provider, once, before the host connects. It makes the servers of typed and dynamic providers with the [`Servers`]. Each
    /// call runs on a thread of its own, so the provider's methods may block.
    ///
    /// # Examples
    ///
    /// A provider that logs each read of a data source, and leaves all other calls to `Echo`:
    ///
    /// ```no_run
    /// # use terrane::prelude::*;
    /// # #[derive(Default)]
    /// # struct Echo;
    /// # #[provider("registry.terraform.io/example/echo")]
    /// # impl Provider for Echo {
    /// #     fn register(_: &mut Registry<Self>) {}
    /// # }
    /// # fn logging(echo: std::sync::Arc<dyn terrane_protocol::Provider>) -> std::sync::Arc<dyn terrane_protocol::Provider> { echo }
    /// use terrane::Serve;
    ///
    /// fn main() -> std::process::ExitCode {
    ///     Serve::custom(Echo::ADDRESS, Echo::VERSION, |servers| logging(servers.server::<Echo>())).run()
    /// }
    /// ```
    pub fn custom(
        address: impl Into<String>,
        version: impl Into<String>,
        build: impl Fn(&Servers) -> Arc<dyn terrane_protocol::Provider> + Send + Sync + 'static,
    ) -> Self {
        Self::of(
            address.into(),
            version.into(),
            Arc::new(build),
            Server::built,
        )
    }

    /// Serves a provider that is put together from others, and that never blocks its thread; see [`custom`](Self::custom).
    ///
    /// All calls start on the thread that serves the connections. So a method that blocks delays all calls, health checks and the shutdown. The servers
    /// that the [`Servers`] make do not block, and neither do the providers of
    /// [terrane-composition](https://docs.rs/terrane-composition), such as several providers as one.
    ///
    /// # Examples
    ///
    /// ```no_run
    /// # use terrane::prelude::*;
    /// # #[derive(Default)]
    /// # struct Echo;
    /// # #[provider("registry.terraform.io/example/echo")]
    /// # impl Provider for Echo {
    /// #     fn register(_: &mut Registry<Self>) {}
    /// # }
    /// # fn counting(echo: std::sync::Arc<dyn terrane_protocol::Provider>) -> std::sync::Arc<dyn terrane_protocol::Provider> { echo }
    /// use terrane::Serve;
    ///
    /// fn main() -> std::process::ExitCode {
    ///     Serve::nonblocking(Echo::ADDRESS, Echo::VERSION, |servers| counting(servers.server::<Echo>())).run()
    /// }
    /// ```
    pub fn nonblocking(
        address: impl Into<String>,
        version: impl Into<String>,
        build: impl Fn(&Servers) -> Arc<dyn terrane_protocol::Provider> + Send + Sync + 'static,
    ) -> Self {
        Self::of(
            address.into(),
            version.into(),
            Arc::new(build),
            Server::nonblocking,
        )
    }

    fn of(
        address: String,
        version: String,
        build: Arc<Build>,
        server: fn(Box<InProcess>) -> Server,
    ) -> Self {
        let built = Arc::clone(&build);
        let server = server(Box::new(move |process| {
            built(&Servers::of_process(process))
        }));
        Self {
            address,
            version,
            log: Vec::new(),
            build,
            server,
        }
    }

    /// Offers only these protocol versions. The default is both.
    ///
    /// A provider that needs protocol 6, for nested attributes or state stores, refuses older hosts this way at their first contact, with the host's
    /// own message.
    pub fn protocols(self, versions: impl IntoIterator<Item = Version>) -> Self {
        self.with_server(|server| server.versions(versions))
    }

    /// Sets the kind of socket. The default is a Unix socket, and TCP on Windows.
    ///
    /// TCP is for machines on which the folder for temporary files has no Unix sockets, such as some network file systems. It listens on 127.0.0.1,
    /// on a port in the range that the host allows.
    pub fn transport(self, kind: Transport) -> Self {
        self.with_server(|server| server.transport(kind))
    }

    /// Secures connections with custom TLS configurations, instead of the certificates that host and provider exchange at each start.
    ///
    /// This is for a program of your own that starts the provider, or attaches to it. Terraform and OpenTofu know only the exchanged certificates.
    /// `accept` is for connections from the host, and `dial` for connections to it. Both must offer `h2` by ALPN.
    /// The types are those of rustls 0.23, which is a part of this interface.
    pub fn tls(self, accept: Arc<ServerConfig>, dial: Arc<ClientConfig>) -> Self {
        self.with_server(|server| server.tls(accept, dial))
    }

    /// Sets the address under which the provider is served: for `--version`, for hosts that attach to it, and for its log.
    ///
    /// This is for a program that is distributed under several addresses. The prefix of its types does not change.
    pub fn name(mut self, address: impl Into<String>) -> Self {
        self.address = address.into();
        self
    }

    /// Changes the settings of the log, after [`Provider::log`](crate::Provider::log) has.
    pub fn log(mut self, settings: impl FnOnce(&mut Log) + 'static) -> Self {
        self.log.push(Box::new(settings));
        self
    }

    fn with_server(self, change: impl FnOnce(Server) -> Server) -> Self {
        Self {
            server: change(self.server),
            ..self
        }
    }

    /// Runs the program: serves the host that started this process, or does what the command line requests.
    ///
    /// # Panics
    ///
    /// Panics if it is called on a runtime whose only thread is the calling thread.
    pub fn run(self) -> ExitCode {
        // The guard of a member in another binary runs this program with arguments of its own.
        terrane_plugin::guard_plugins();
        let command = match Command::parse(env::args_os().skip(1)) {
            Ok(command) => command,
            Err(problem) => {
                complain(&format!("{problem}\n\n{HELP}"));
                return ExitCode::from(2);
            }
        };
        match command {
            Command::Serve => self.with_log().server.serve(),
            Command::Debug { env_file } => {
                let served = self.with_log();
                match served.server.debug(served.address, env_file) {
                    Ok(()) => ExitCode::SUCCESS,
                    Err(error) => {
                        complain(&error.to_string());
                        ExitCode::FAILURE
                    }
                }
            }
            Command::Schema { format } => {
                match print(format, &self.address, &self.version, &*self.build) {
                    Ok(text) => answer(&text),
                    Err(problem) => {
                        complain(&problem);
                        ExitCode::FAILURE
                    }
                }
            }
            Command::Version => answer(&format!("{} {}", self.address, self.version)),
            Command::Help => answer(&format!("{}\n\n{HELP}", self.address)),
        }
    }

    /// Sets up the log of the process, and logs the lines that it prints.
    fn with_log(mut self) -> Self {
        let mut log = Log::new(&self.address);
        for settings in self.log.drain(..) {
            settings(&mut log);
        }
        match log::init(log) {
            Some(printed) => self.with_server(|server| server.printed(printed)),
            None => self,
        }
    }
}

impl fmt::Debug for Serve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Serve")
            .field("address", &self.address)
            .field("version", &self.version)
            .field("server", &self.server)
            .finish_non_exhaustive()
    }
}

/// Prints the answer to the person who started the program. A closed pipe is a failure, and not a panic.
fn answer(text: &str) -> ExitCode {
    match writeln!(io::stdout(), "{text}") {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// Prints why the program fails. Nobody may be reading it.
fn complain(problem: &str) {
    let _ = writeln!(io::stderr(), "{problem}");
}
