//! A proxy in front of a provider's binary.

use std::env;
use std::process::Command;
use std::sync::Arc;

use terrane_plugin::peer::with_causes;
use terrane_plugin::{Plugin, Services, guard_plugins};
use tokio::runtime::{Builder, Runtime};

use terrane_protocol::peer::WireServer;
use terrane_protocol::{COOKIE, Provider, Version};

use crate::relay::Relay;
use crate::{ConnectError, Downgrade, DowngradeError, ProviderProcess, Upgrade};

/// Serves the provider in another binary, over the same or the other protocol version.
///
/// `cargo terrane proxy` is a program that does this.
///
/// Messages of the same version pass as bytes, so fields that this crate does not know survive. Between the versions, [`Upgrade`] and
/// [`Downgrade`] translate, and such fields are lost. The binary's log and its crashes go to the
/// host. The binary ends with this process, also if the process is killed. At an orderly end it is asked to exit, and killed after a second.
///
/// ```no_run
/// use std::process::Command;
/// use terrane_composition::Proxy;
/// use terrane_protocol::Version;
///
/// Proxy::new(Command::new("/opt/terraform-provider-zoo")).version(Version::V5).serve()
/// ```
#[derive(Debug)]
pub struct Proxy {
    command: Command,
    version: Option<Version>,
}

impl Proxy {
    /// Creates a proxy in front of the binary that this command starts. It serves the protocol version of the binary.
    pub fn new(command: Command) -> Self {
        Self {
            command,
            version: None,
        }
    }

    /// Serves this protocol version, whichever the binary serves.
    ///
    /// If the binary serves protocol 6 and its schemas cannot be expressed in protocol 5, the host gets an error that names every such place.
    #[must_use]
    pub fn version(mut self, version: Version) -> Self {
        self.version = Some(version);
        self
    }

    /// Serves the host that started this process, then ends the process. Call it first in `main`, because the process also runs as the
    /// [guard](guard_plugins) of the binary.
    pub fn serve(self) -> ! {
        guard_plugins();
        // A person who starts the program gets an explanation, and no binary starts.
        let by_host = env::var(COOKIE.key).is_ok_and(|cookie| cookie == COOKIE.value);
        let versions = self.version.map_or(Version::ALL.to_vec(), |one| vec![one]);
        let plugin = Plugin::new(COOKIE);
        let started = by_host.then(|| self.start());
        // The connection lives until this process ends.
        let (started_plugin, _process) = match started {
            Some(Ok(Started {
                calls,
                served,
                runtime,
                process,
            })) => {
                let relaying_plugin = plugin
                    .runtime(runtime)
                    .reflect(served.descriptors())
                    .version(served.number(), move |process| {
                        Ok(match &calls {
                            Calls::Relayed(relay) => {
                                Services::new().with_nonblocking_named(relay.name(), relay.clone())
                            }
                            Calls::Translated(provider) => {
                                let server = WireServer::new(Arc::clone(provider), served)
                                    .author_runtime(process.author_runtime().clone());
                                Services::new()
                                    .with_nonblocking_named(WireServer::name(served), server)
                            }
                        })
                    });
                (relaying_plugin, Some(process))
            }
            // The host shows the error to its user.
            Some(Err(error)) => {
                let explanation = with_causes(&error);
                let refuse = |plugin: Plugin, version: Version| {
                    let text = explanation.clone();
                    plugin.version(version.number(), move |_| Err(text.clone().into()))
                };
                (versions.into_iter().fold(plugin, refuse), None)
            }
            None => (plugin, None),
        };
        started_plugin.serve()
    }

    /// Starts the binary.
    fn start(self) -> Result<Started, ProxyError> {
        // The server takes it over, so that a message passes on one thread.
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let builder = ProviderProcess::builder(self.command)
            .guarded()
            .inherit_stderr()
            .stdout(tokio::io::stderr())
            .stderr(tokio::io::stderr());
        let process = runtime.block_on(ProviderProcess::spawn(builder))?;
        let called = process.version();
        let served = self.version.unwrap_or(called);
        let provider = process.provider();
        let calls = match (called, served) {
            (Version::V5, Version::V6) => Calls::Translated(Arc::new(Upgrade::new(provider))),
            (Version::V6, Version::V5) => {
                let downgrade = runtime.block_on(Downgrade::new(provider))?;
                Calls::Translated(Arc::new(downgrade))
            }
            _ => Calls::Relayed(Relay::new(process.client().channel(), served)),
        };
        Ok(Started {
            calls,
            served,
            runtime,
            process,
        })
    }
}

/// Who answers the calls of the host.
enum Calls {
    /// The provider, whose messages pass as bytes.
    Relayed(Relay<tonic::transport::Channel>),
    /// A translation to the other protocol version.
    Translated(Arc<dyn Provider>),
}

/// A provider that has started.
struct Started {
    calls: Calls,
    served: Version,
    /// Runs both connections.
    runtime: Runtime,
    process: ProviderProcess,
}

/// The error of a proxy that cannot serve.
#[derive(Debug, thiserror::Error)]
enum ProxyError {
    #[error("cannot make a runtime")]
    Runtime(#[from] std::io::Error),
    #[error("cannot start the provider behind the proxy")]
    Start(#[from] ConnectError),
    #[error("cannot serve the provider behind the proxy over protocol 5")]
    Downgrade(#[from] DowngradeError),
}
