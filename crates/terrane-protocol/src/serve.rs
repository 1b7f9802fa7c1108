//! Serving a provider to a host.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use rustls::{ClientConfig, ServerConfig};
use terrane_plugin::{
    Cookie, Error, Plugin, PrintedText, Process, ReattachVariable, Running, Services, Transport,
};

use crate::wire::server::{Service, WireServer};
use crate::{Provider, Version, pb};

/// The environment variable by which hosts and providers recognize each other.
pub const COOKIE: Cookie = Cookie {
    key: "TF_PLUGIN_MAGIC_COOKIE",
    value: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
};

/// The environment variable that lists running providers for hosts, as JSON by provider address.
const REATTACH_VARIABLE: &str = "TF_REATTACH_PROVIDERS";

type Build = dyn Fn(&Process) -> Arc<dyn Provider> + Send + Sync;

/// Serves a provider to one host.
///
/// ```no_run
/// use std::sync::Arc;
/// use terrane_protocol::{Provider, Server};
///
/// # fn serve(zoo: Arc<dyn Provider>) {
/// Server::new(zoo).serve()
/// # }
/// ```
pub struct Server {
    build: Arc<Build>,
    service: Service,
    /// Whether calls may block the thread that they run on.
    may_block: bool,
    versions: Vec<Version>,
    plugin: Plugin,
}

impl Server {
    /// Serves a provider, over both protocol versions. Each call runs on a thread of its own.
    ///
    /// If a schema needs protocol 6, hosts that support only protocol 5 get an error that lists every such place.
    pub fn new(provider: Arc<dyn Provider>) -> Self {
        Self::built(move |_| Arc::clone(&provider))
    }

    /// Serves the provider that `build` makes for the process, over both protocol versions. Each call runs on a thread of its own.
    ///
    /// This is for a provider whose parts need the [`Process`]: its threads for author code, and its termination. `build` runs once, before the host
    /// connects.
    pub fn built(build: impl Fn(&Process) -> Arc<dyn Provider> + Send + Sync + 'static) -> Self {
        Self {
            build: Arc::new(build),
            service: Service::Provider,
            may_block: true,
            versions: Version::ALL.to_vec(),
            plugin: Plugin::new(COOKIE),
        }
    }

    /// Serves a provider that never blocks its thread, over both protocol versions.
    ///
    /// The provider's methods run on the thread that serves the connections. A method that blocks delays all calls, health checks and the shutdown.
    /// So the provider must run blocking code elsewhere, such as on the [`AuthorRuntime`](terrane_plugin::AuthorRuntime) of the [`Process`] that
    /// `build` receives. Only the source of [`Schemas`](crate::schema::Schemas) may block, because the server calls it on that runtime. `build` runs
    /// once, before the host connects.
    pub fn nonblocking(
        build: impl Fn(&Process) -> Arc<dyn Provider> + Send + Sync + 'static,
    ) -> Self {
        Self {
            may_block: false,
            ..Self::built(build)
        }
    }

    /// Serves provisioners instead of providers, over protocol 5.
    #[must_use]
    pub fn provisioner(mut self) -> Self {
        self.service = Service::Provisioner;
        self.versions([Version::V5])
    }

    /// Offers only these protocol versions.
    #[must_use]
    pub fn versions(mut self, versions: impl IntoIterator<Item = Version>) -> Self {
        self.versions = versions.into_iter().collect();
        self
    }

    /// Sends the process's standard error to the host as output rather than as log lines.
    ///
    /// Logs must then go to [`terrane_plugin::host_stderr`].
    #[must_use]
    pub fn capture_stderr(mut self, capture: bool) -> Self {
        self.plugin = self.plugin.capture_stderr(capture);
        self
    }

    /// Calls `printed` with the lines that the process prints; see [`Plugin::printed`].
    #[must_use]
    pub fn printed(mut self, printed: fn(PrintedText<'_>)) -> Self {
        self.plugin = self.plugin.printed(printed);
        self
    }

    /// Sets the kind of socket; see [`Plugin::transport`].
    #[must_use]
    pub fn transport(mut self, kind: Transport) -> Self {
        self.plugin = self.plugin.transport(kind);
        self
    }

    /// Secures connections with a custom TLS configuration; see [`Plugin::tls`].
    #[must_use]
    pub fn tls(mut self, accept: Arc<ServerConfig>, dial: Arc<ClientConfig>) -> Self {
        self.plugin = self.plugin.tls(accept, dial);
        self
    }

    /// Serves the host that started this process, then ends the process; see [`Plugin::serve`].
    pub fn serve(self) -> ! {
        self.into_plugin().serve()
    }

    /// Serves hosts that connect by themselves, within this process, until the result is dropped.
    ///
    /// # Errors
    ///
    /// Fails when no socket can be made.
    pub async fn start(self) -> Result<Running, Error> {
        self.into_plugin().start().await
    }

    /// Serves hosts until the process is interrupted, for a provider that runs under a debugger.
    ///
    /// Hosts find the process through an environment variable, under the provider's address, such as `registry.terraform.io/example/zoo`. This
    /// method prints the variable and its value, and writes them to `env_file` if it is set.
    ///
    /// # Errors
    ///
    /// Fails when no socket can be made or the file cannot be written.
    pub fn debug(self, address: impl Into<String>, env_file: Option<PathBuf>) -> Result<(), Error> {
        let debug = ReattachVariable::new(REATTACH_VARIABLE, address);
        let debug = match env_file {
            Some(path) => debug.env_file(path),
            None => debug,
        };
        self.into_plugin().debug(debug)
    }

    fn into_plugin(self) -> Plugin {
        self.versions
            .into_iter()
            .fold(self.plugin, |plugin, version| {
                let (build, service, may_block) =
                    (Arc::clone(&self.build), self.service, self.may_block);
                plugin
                    .reflect(version.descriptors())
                    .version(version.number(), move |process| {
                        let name = service.name(version);
                        let server = WireServer::new(build(process), version);
                        Ok(if may_block {
                            Services::new().with_named(name, server)
                        } else {
                            let server = server.author_runtime(process.author_runtime().clone());
                            Services::new().with_nonblocking_named(name, server)
                        })
                    })
            })
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("versions", &self.versions)
            .finish_non_exhaustive()
    }
}

impl Version {
    /// Returns the descriptors of the protobuf files of this version, for the reflection service.
    pub const fn descriptors(self) -> &'static [u8] {
        match self {
            Self::V5 => pb::v5::DESCRIPTORS,
            Self::V6 => pb::v6::DESCRIPTORS,
        }
    }
}
