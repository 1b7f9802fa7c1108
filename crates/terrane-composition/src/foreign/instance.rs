//! A process of the binary.

use std::future::pending;
use std::io;
use std::path::PathBuf;
use std::pin::pin;
use std::process::Command;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use futures_util::future::{Either, select};
use terrane_plugin::enter_host_thread;
use tokio::runtime::Runtime;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::messages;
use super::pin::PinError;
use terrane_protocol::schema::Schemas;
use terrane_protocol::{Diagnostics, EmptyRequest, Provider, Request, RpcCode, RpcError};
use terrane_schema::Differences as _;

use crate::ProviderProcess;
use crate::answers::without_paths;

/// How long to wait for the exit of a process whose connection has broken.
const EXIT: Duration = Duration::from_millis(500);

/// How the binary is started.
#[derive(Clone)]
pub(super) struct Options {
    pub(super) name: String,
    /// The program, or the reason why it is missing.
    pub(super) program: Result<PathBuf, PinError>,
    pub(super) checksum: Option<[u8; 32]>,
    pub(super) variables: Vec<(String, String)>,
    pub(super) start_timeout: Duration,
}

/// A process of the binary.
pub(super) struct Instance {
    process: ProviderProcess,
    provider: Arc<dyn Provider>,
}

impl Instance {
    /// Starts a process. If the future is dropped, the process is killed.
    pub(super) async fn launch(options: &Options) -> Result<Self, Diagnostics> {
        let Options {
            name,
            program,
            checksum,
            variables,
            start_timeout,
        } = options;
        let program = program
            .as_ref()
            .map_err(|error| messages::cannot_start(name, error))?;
        let mut command = Command::new(program);
        command.envs(variables.iter().map(|(name, value)| (name, value)));
        let builder = ProviderProcess::builder(command)
            .name(name)
            .start_timeout(*start_timeout)
            .guarded();
        let checked_builder = match checksum {
            Some(checksum) => builder.checksum(*checksum),
            None => builder,
        };
        let runtime = shared_runtime().map_err(|error| messages::cannot_start(name, error))?;
        // Dropping the set ends the start.
        let mut starting = JoinSet::new();
        starting.spawn_on(ProviderProcess::spawn(checked_builder), runtime.handle());
        let started = starting
            .join_next()
            .await
            .transpose()
            .map_err(|error| messages::cannot_start(name, &error))?;
        let Some(started) = started else {
            return Err(
                messages::cannot_start(name, &io::Error::from(io::ErrorKind::Interrupted)).into(),
            );
        };
        let process = started.map_err(|error| messages::cannot_start(name, &error))?;
        let provider = process.provider();
        Ok(Self { process, provider })
    }

    pub(super) fn provider(&self) -> &dyn Provider {
        &*self.provider
    }

    pub(super) fn is_running(&self) -> bool {
        self.process.client().is_running()
    }

    /// Requests the schemas, as hosts do before all other calls, and compares them with the announced ones.
    pub(super) async fn check_schemas(
        &self,
        options: &Options,
        announced: Option<&Schemas>,
    ) -> Result<(), Diagnostics> {
        let name = &options.name;
        let limit = options.start_timeout;
        let request = self.provider.get_provider_schema(EmptyRequest {});
        let served = match timeout(limit, request).await {
            Ok(Ok(served)) => served,
            Ok(Err(error)) if self.has_crashed(&error).await => {
                return Err(messages::crashed_at_start(name, &self.end_of_log()).into());
            }
            Ok(Err(error)) => return Err(messages::cannot_start(name, &error).into()),
            Err(_) => return Err(messages::no_schema(name, limit).into()),
        };
        if served.diagnostics.has_errors() {
            return Err(without_paths(served.diagnostics.clone()));
        }
        let differences = announced.map(|announced| announced.differences(&served));
        match differences.unwrap_or_default() {
            none if none.is_empty() => Ok(()),
            differences => Err(messages::other_schemas(name, &differences).into()),
        }
    }

    /// Configures a process that replaces a crashed one.
    pub(super) async fn configure(
        &self,
        options: &Options,
        configurations: Vec<Request>,
    ) -> Result<(), Diagnostics> {
        for configuration in configurations {
            let answer = self.provider.call(configuration).await;
            let mut configured =
                answer.map_err(|error| messages::cannot_start(&options.name, &error))?;
            let diagnostics = configured.diagnostics_mut().map(std::mem::take);
            // A path is in the configuration of the provider or the store, and the answer concerns another one.
            if let Some(errors) = diagnostics.filter(Diagnostics::has_errors) {
                return Err(without_paths(errors));
            }
        }
        Ok(())
    }

    /// Whether a failed call means that the process has exited. A process that still answers has not.
    pub(super) async fn has_crashed(&self, error: &RpcError) -> bool {
        let may_be_broken = matches!(
            error.code,
            RpcCode::Unavailable | RpcCode::Unknown | RpcCode::Internal | RpcCode::Canceled
        );
        if !may_be_broken {
            return false;
        }
        let client = self.process.client();
        let exited = pin!(timeout(EXIT, client.exited()));
        let answered = pin!(async {
            if client.ping().await.is_err() {
                pending::<()>().await;
            }
        });
        match select(exited, answered).await {
            Either::Left((exited, _)) => exited.is_ok(),
            Either::Right(_) => false,
        }
    }

    /// Returns the panic of the process, or the end of its log.
    pub(super) fn end_of_log(&self) -> String {
        let client = self.process.client();
        let lines = || match client.last_lines().join("\n") {
            none if none.is_empty() => messages::EMPTY_LOG.to_owned(),
            lines => lines,
        };
        client.crash().unwrap_or_else(lines)
    }
}

/// Returns the runtime of all connections to binaries. It lives as long as this process, so no connection depends on the runtime of a caller.
fn shared_runtime() -> Result<&'static Runtime, &'static io::Error> {
    static RUNTIME: OnceLock<io::Result<Runtime>> = OnceLock::new();
    let build = || {
        tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("foreign")
            // Answers of members pass on it, and so do their logs.
            .on_thread_start(enter_host_thread)
            .enable_all()
            .build()
    };
    RUNTIME.get_or_init(build).as_ref()
}
