//! Serves a provider to a host.

use std::env;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use terrane_protocol::Process;
use tokio_util::sync::CancellationToken;

use crate::log::{self, Log};
use crate::provider::Provider;
use crate::provisioner::Provisioner;
use crate::server::provisioner::ProvisionerServer;
use crate::server::{ProviderServer, TaskRunner};

/// Serves a provider to the host that started this process, until the host ends it.
///
/// It serves protocols 5 and 6. With `--debug` no host needs to start it: it prints the
/// environment variable by which hosts attach to it, for several shells, and runs until it is interrupted. `--debug-env-file PATH`
/// also writes the variable to a file. Started by hand without these options, it explains itself and exits.
///
/// It writes what `tracing` records to the host's log, at the level that `TF_LOG` and its family ask for, unless the process has
/// a subscriber of its own.
///
/// `main` needs no `#[tokio::main]`: author code runs on a tokio runtime that is made while the host connects. Where this is called on a
/// runtime, author code runs on that one.
///
/// # Panics
///
/// Panics on a runtime whose only thread is the calling one.
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
/// #     async fn configure(_: (), _: &mut Configure) -> Result<Self> { Ok(Echo) }
/// #     fn register(_: &mut Registry<Self>) {}
/// # }
/// fn main() -> std::process::ExitCode {
///     terrane::serve::<Echo>()
/// }
/// ```
pub fn serve<P: Provider>() -> ExitCode {
    let mut log = Log::new(P::ADDRESS);
    P::log(&mut log);
    let server = terrane_protocol::Server::nonblocking(|process| {
        let (runner, terminating) = of_process(process);
        Arc::new(ProviderServer::of::<P>(runner, terminating))
    });
    serve_as(P::ADDRESS, server, log)
}

/// Creates the provider as a [`terrane_protocol::Provider`] in this process, for tests and for everything else that takes a
/// [`terrane_protocol::Provider`].
///
/// # Examples
///
/// ```
/// # use terrane::prelude::*;
/// # struct Echo;
/// # impl Provider for Echo {
/// #     const ADDRESS: &'static str = "registry.terraform.io/example/echo";
/// #     const VERSION: &'static str = "0.1.0";
/// #     type Config = ();
/// #     async fn configure(_: (), _: &mut Configure) -> Result<Self> { Ok(Echo) }
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
    Arc::new(ProviderServer::of::<P>(
        TaskRunner::SameRuntime,
        CancellationToken::new(),
    ))
}

/// Serves a provisioner to the host that started this process, until the host ends it.
///
/// # Panics
///
/// Panics where [`serve`] does.
pub fn serve_provisioner<P: Provisioner>() -> ! {
    let printed = log::init(Log::new(P::NAME), std::io::stderr);
    let server = terrane_protocol::Server::nonblocking_provisioner(|process| {
        let (runner, terminating) = of_process(process);
        Arc::new(ProvisionerServer::<P>::new(runner, terminating))
    });
    match printed {
        Some(printed) => server.printed(printed).serve(),
        None => server.serve(),
    }
}

/// Creates the provisioner as a [`terrane_protocol::Provisioner`] in this process.
pub fn provisioner_server<P: Provisioner>() -> Arc<dyn terrane_protocol::Provisioner> {
    Arc::new(ProvisionerServer::<P>::new(
        TaskRunner::SameRuntime,
        CancellationToken::new(),
    ))
}

/// What the server of a process's provider needs of the process.
fn of_process(process: &Process) -> (TaskRunner, CancellationToken) {
    let runner = TaskRunner::AuthorThreads(process.author_runtime().clone());
    (runner, process.terminating().clone())
}

/// The part of [`serve`] that all providers share.
#[expect(
    clippy::print_stderr,
    reason = "the process says on its terminal why it ends"
)]
fn serve_as(address: &'static str, server: terrane_protocol::Server, log: Log) -> ExitCode {
    let debug = match Debug::parse(env::args().skip(1)) {
        Ok(debug) => debug,
        Err(problem) => {
            eprintln!("{problem}");
            return ExitCode::from(2);
        }
    };
    let server = match log::init(log, std::io::stderr) {
        Some(printed) => server.printed(printed),
        None => server,
    };
    match debug {
        None => server.serve(),
        Some(Debug { env_file }) => match server.debug(address, env_file) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("{error}");
                ExitCode::FAILURE
            }
        },
    }
}

/// Serving without a host that starts the process.
#[derive(Debug, PartialEq, Eq)]
struct Debug {
    env_file: Option<PathBuf>,
}

impl Debug {
    fn parse(arguments: impl Iterator<Item = String>) -> Result<Option<Self>, String> {
        let mut debug = false;
        let mut env_file = None;
        let mut arguments = arguments;
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--debug" | "-debug" => debug = true,
                "--debug-env-file" | "-debug-env-file" => {
                    let path = arguments
                        .next()
                        .ok_or_else(|| format!("{argument} needs the path of a file"))?;
                    (debug, env_file) = (true, Some(path.into()));
                }
                _ => {
                    return Err(format!(
                        "there is no option {argument}; expected --debug or --debug-env-file PATH"
                    ));
                }
            }
        }
        Ok(debug.then_some(Self { env_file }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(arguments: &[&str]) -> Result<Option<Debug>, String> {
        Debug::parse(arguments.iter().map(|argument| (*argument).to_owned()))
    }

    #[test]
    fn hosts_start_providers_without_arguments() {
        assert_eq!(parse(&[]), Ok(None));
    }

    #[test]
    fn debug_is_written_with_one_dash_or_two() {
        for dash in ["--debug", "-debug"] {
            assert_eq!(parse(&[dash]), Ok(Some(Debug { env_file: None })));
        }
        assert_eq!(
            parse(&["--debug-env-file", "x.env"]),
            Ok(Some(Debug {
                env_file: Some("x.env".into())
            }))
        );
    }

    #[test]
    fn an_unknown_argument_is_answered_with_the_known_ones() {
        assert!(parse(&["--debug-env-file"]).unwrap_err().contains("path"));
        assert!(
            parse(&["--verbose"])
                .unwrap_err()
                .contains("expected --debug")
        );
    }
}
