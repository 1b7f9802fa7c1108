//! Serves a provider to a host.

use std::env;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use terrane_framework::server::{self, Registry, TaskRunner};
use terrane_protocol::Process;
use tokio_util::sync::CancellationToken;

use crate::dynamic::{DynProvider, DynProvisioner};
use crate::log::{self, Log};
use crate::messages::{self, HELP};
use crate::provider::{Provider, TypedProvider, register_items};
use crate::provisioner::Provisioner;
use crate::typed::Typed;

/// Serves a provider to the host that started this process, until the host ends it.
///
/// It serves protocols 5 and 6. With `--debug`, no host needs to start the process. It prints the environment variable by which hosts attach to it,
/// for several shells, and runs until it is interrupted. `--debug-env-file PATH` also writes the variable to a file. `--version` prints the
/// provider's address and version, and `--help` prints these options. If a person starts the program without options, it prints an explanation and
/// exits.
///
/// Events of `tracing` go to the host's log, at the level that `TF_LOG` and related variables set, unless the process has its own subscriber.
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
    run(TypedProvider::<P>::new(), register_items::<P>, log)
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
/// use terrane::context::Configure;
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
///     fn configure(&self, _: Object, _: Configure) -> BoxFuture<terrane::Result<Configured>> {
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
    let log = Log::new(provider.address());
    run(provider, register, log)
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
    dynamic_server(TypedProvider::<P>::new(), register_items::<P>)
}

/// Creates a provider in its dynamic form as a [`terrane_protocol::Provider`] in this process, like [`server()`].
pub fn dynamic_server(
    provider: impl DynProvider,
    register: impl FnOnce(Registry) -> Registry + Send + 'static,
) -> Arc<dyn terrane_protocol::Provider> {
    let (runner, terminating) = (TaskRunner::SameRuntime, CancellationToken::new());
    server::provider_server(Arc::new(provider), register, runner, terminating)
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
    let printed = log::init(Log::new(provisioner.name()), std::io::stderr);
    let provisioner: Arc<dyn DynProvisioner> = Arc::new(provisioner);
    let server = terrane_protocol::Server::nonblocking_provisioner(move |process| {
        let (runner, terminating) = of_process(process);
        server::provisioner_server(Arc::clone(&provisioner), runner, terminating)
    });
    match printed {
        Some(printed) => server.printed(printed).serve(),
        None => server.serve(),
    }
}

/// Creates the provisioner as a [`terrane_protocol::Provisioner`] in this process.
pub fn provisioner_server<P: Provisioner>() -> Arc<dyn terrane_protocol::Provisioner> {
    dynamic_provisioner_server(Typed::<P>::new())
}

/// Creates a provisioner in its dynamic form as a [`terrane_protocol::Provisioner`] in this process.
pub fn dynamic_provisioner_server(
    provisioner: impl DynProvisioner,
) -> Arc<dyn terrane_protocol::Provisioner> {
    let (runner, terminating) = (TaskRunner::SameRuntime, CancellationToken::new());
    server::provisioner_server(Arc::new(provisioner), runner, terminating)
}

/// Returns the task runner and the token of termination, which the server takes from the process.
fn of_process(process: &Process) -> (TaskRunner, CancellationToken) {
    let runner = TaskRunner::AuthorThreads(process.author_runtime().clone());
    (runner, process.terminating().clone())
}

/// Runs the program of a provider.
#[expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the process speaks to the person who started it"
)]
fn run(
    provider: impl DynProvider,
    register: impl Fn(Registry) -> Registry + Send + Sync + 'static,
    log: Log,
) -> ExitCode {
    let command = match Command::parse(env::args().skip(1)) {
        Ok(command) => command,
        Err(problem) => {
            eprintln!("{problem}\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    let provider: Arc<dyn DynProvider> = Arc::new(provider);
    let (served, register) = (Arc::clone(&provider), Arc::new(register));
    let server = terrane_protocol::Server::nonblocking(move |process| {
        let (runner, terminating) = of_process(process);
        let (provider, register) = (Arc::clone(&served), Arc::clone(&register));
        server::provider_server(provider, move |it| register(it), runner, terminating)
    });
    let with_log = |server: terrane_protocol::Server| match log::init(log, std::io::stderr) {
        Some(printed) => server.printed(printed),
        None => server,
    };
    match command {
        Command::Serve => with_log(server).serve(),
        Command::Debug { env_file } => match with_log(server).debug(provider.address(), env_file) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("{error}");
                ExitCode::FAILURE
            }
        },
        Command::Version => {
            println!("{} {}", provider.address(), provider.version());
            ExitCode::SUCCESS
        }
        Command::Help => {
            println!("{}\n\n{HELP}", provider.address());
            ExitCode::SUCCESS
        }
    }
}

/// The command that the options of the program select.
#[derive(Debug, PartialEq, Eq)]
enum Command {
    /// Serve the host that started the process.
    Serve,
    /// Serve without a host that starts the process.
    Debug {
        env_file: Option<PathBuf>,
    },
    Version,
    Help,
}

impl Command {
    fn parse(arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut command = Self::Serve;
        let mut arguments = arguments;
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--debug" | "-debug" => {
                    if command == Self::Serve {
                        command = Self::Debug { env_file: None };
                    }
                }
                "--debug-env-file" | "-debug-env-file" => {
                    let path = arguments
                        .next()
                        .ok_or_else(|| messages::missing_path(&argument))?;
                    command = Self::Debug {
                        env_file: Some(path.into()),
                    };
                }
                "--version" | "-version" => return Ok(Self::Version),
                "--help" | "-help" | "-h" => return Ok(Self::Help),
                _ => return Err(messages::unknown_argument(&argument)),
            }
        }
        Ok(command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(arguments: &[&str]) -> Result<Command, String> {
        Command::parse(arguments.iter().map(|argument| (*argument).to_owned()))
    }

    #[test]
    fn hosts_start_providers_without_arguments() {
        assert_eq!(parse(&[]), Ok(Command::Serve));
    }

    #[test]
    fn debug_is_written_with_one_dash_or_two() {
        let env_file = Some(PathBuf::from("x.env"));
        for dash in ["--debug", "-debug"] {
            assert_eq!(parse(&[dash]), Ok(Command::Debug { env_file: None }));
            let with_file = [dash, "--debug-env-file", "x.env"];
            let expected = Command::Debug {
                env_file: env_file.clone(),
            };
            assert_eq!(parse(&with_file), Ok(expected));
        }
    }

    #[test]
    fn version_and_help_are_printed_whatever_else_is_asked() {
        assert_eq!(parse(&["--debug", "--version"]), Ok(Command::Version));
        assert_eq!(parse(&["--help"]), Ok(Command::Help));
    }

    #[test]
    fn an_unknown_argument_is_an_error() {
        assert!(parse(&["--debug-env-file"]).unwrap_err().contains("path"));
        assert!(parse(&["--verbose"]).unwrap_err().contains("--verbose"));
    }
}
