//! The functions that serve or create a provider with the usual options.

use std::process::ExitCode;
use std::sync::Arc;

use terrane_framework::server::{self, Registry};

use super::{Serve, Servers};
use crate::dynamic::{DynProvider, DynProvisioner};
use crate::log::{self, Log};
use crate::provider::Provider;
use crate::provisioner::Provisioner;
use crate::typed::Typed;

/// Serves a provider to the host that started this process, until the host ends it.
///
/// It serves protocols 5 and 6; [`Serve`] has options. With `--debug`, no host needs to start the process. It prints the environment variable by which hosts attach to it,
/// for several shells, and runs until it is interrupted. `--debug-env-file PATH` also writes the variable to a file. `schema` prints the provider's
/// schema in one of several formats, `--version` its address and version, and `--help` these options. If a person starts the program without options, it prints an explanation and
/// exits.
///
/// Events of `tracing` go to the host's log, at the level that `TF_LOG` and related variables set, unless the process has its own subscriber. Events of
/// the server reach such a subscriber on another thread, so that it delays no answer even if it blocks.
///
/// `main` needs no `#[tokio::main]`: author code runs on a tokio runtime that is created while the host connects. If `serve` is called on a runtime,
/// author code runs on that runtime.
///
/// # Panics
///
/// Panics if it is called on a runtime whose only thread is the calling thread.
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
/// fn main() -> std::process::ExitCode {
///     terrane::serve::<Echo>()
/// }
/// ```
pub fn serve<P: Provider>() -> ExitCode {
    Serve::new::<P>().run()
}

/// Serves a provider in its dynamic form, like [`serve`].
///
/// `register` registers the provider's items. The first call of the host runs it.
///
/// # Panics
///
/// Panics under the same condition as [`serve`].
///
/// # Examples
///
/// ```no_run
/// use std::process::ExitCode;
/// use std::sync::Arc;
///
/// use terrane::Object;
/// use terrane::context::ConfigureContext;
/// use terrane::dynamic::{self, BoxFuture, Configured, DynProvider};
///
/// struct Bridge;
///
/// impl DynProvider for Bridge {
///     fn address(&self) -> &str {
///         "registry.terraform.io/example/bridge"
///     }
///
///     fn version(&self) -> &str {
///         "0.1.0"
///     }
///
///     fn configure(&self, _: Object, _: ConfigureContext) -> BoxFuture<terrane::Result<Configured>> {
///         Box::pin(async { Ok(Arc::new(()) as Configured) })
///     }
/// }
///
/// fn main() -> ExitCode {
///     dynamic::serve(Bridge, |registry| registry)
/// }
/// ```
pub fn serve_dynamic(
    provider: impl DynProvider,
    register: impl Fn(Registry) -> Registry + Send + Sync + 'static,
) -> ExitCode {
    Serve::dynamic(provider, register).run()
}

/// Creates the provider as a [`terrane_protocol::Provider`] in this process, for tests and for everything else that takes a
/// [`terrane_protocol::Provider`].
///
/// # Examples
///
/// ```
/// # use terrane::prelude::*;
/// # #[derive(Default)]
/// # struct Echo;
/// # #[provider("registry.terraform.io/example/echo")]
/// # impl Provider for Echo {
/// #     fn register(_: &mut Registry<Self>) {}
/// # }
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<()> {
/// let schema = terrane::server::<Echo>().get_provider_schema(Default::default()).await?;
/// assert!(schema.resource_schemas.is_empty());
/// # Ok(())
/// # }
/// ```
pub fn server<P: Provider>() -> Arc<dyn terrane_protocol::Provider> {
    Servers::of_caller().server::<P>()
}

/// Creates a provider in its dynamic form as a [`terrane_protocol::Provider`] in this process, like [`server()`].
pub fn dynamic_server(
    provider: impl DynProvider,
    register: impl Fn(Registry) -> Registry + Send + Sync + 'static,
) -> Arc<dyn terrane_protocol::Provider> {
    Servers::of_caller().dynamic_server(provider, register)
}

/// Serves a provisioner to the host that started this process, until the host ends it.
///
/// # Panics
///
/// Panics under the same condition as [`serve`].
pub fn serve_provisioner<P: Provisioner>() -> ! {
    serve_dynamic_provisioner(Typed::<P>::new())
}

/// Serves a provisioner in its dynamic form, like [`serve_provisioner`].
///
/// # Panics
///
/// Panics under the same condition as [`serve`].
pub fn serve_dynamic_provisioner(provisioner: impl DynProvisioner) -> ! {
    let printed = log::init(Log::new(provisioner.name()));
    let provisioner: Arc<dyn DynProvisioner> = Arc::new(provisioner);
    let server = terrane_protocol::Server::nonblocking(move |process| {
        provisioner_in(&Servers::of_process(process), Arc::clone(&provisioner))
    })
    .provisioner();
    match printed {
        Some(printed) => server.printed(printed).serve(),
        None => server.serve(),
    }
}

/// Creates the provisioner as a [`terrane_protocol::Provider`] in this process.
pub fn provisioner_server<P: Provisioner>() -> Arc<dyn terrane_protocol::Provider> {
    dynamic_provisioner_server(Typed::<P>::new())
}

/// Creates a provisioner in its dynamic form as a [`terrane_protocol::Provider`] in this process.
pub fn dynamic_provisioner_server(
    provisioner: impl DynProvisioner,
) -> Arc<dyn terrane_protocol::Provider> {
    provisioner_in(&Servers::of_caller(), Arc::new(provisioner))
}

/// Creates the server of a provisioner.
fn provisioner_in(
    servers: &Servers,
    provisioner: Arc<dyn DynProvisioner>,
) -> Arc<dyn terrane_protocol::Provider> {
    server::provisioner_server(provisioner, servers.runner(), servers.terminating())
}
