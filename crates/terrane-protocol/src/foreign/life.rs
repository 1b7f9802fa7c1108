//! The life of a binary: its start, its configuration, its crash and its second start.

use std::io;
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::runtime::Runtime;
use tokio::sync::Mutex;
use tokio::time::timeout;

use super::messages;
use super::pin::PinError;
use crate::schema::Schemas;
use crate::{
    ConfigureProviderRequest, Diagnostics, GetProviderSchemaRequest, Provider, ProviderProcess,
    Rpc, RpcCode, RpcError,
};

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

/// A binary, with its present process and the configuration that it has accepted.
pub(super) struct Life {
    options: Options,
    announced: Option<Schemas>,
    state: Mutex<State>,
}

struct State {
    stage: Stage,
    /// The configuration that the provider has accepted.
    configuration: Option<ConfigureProviderRequest>,
    /// Whether the binary was started again.
    restarted: bool,
}

enum Stage {
    New,
    Started(Arc<Live>),
    Failed(Diagnostics),
}

/// A process of the binary.
pub(super) struct Live {
    process: ProviderProcess,
    provider: Arc<dyn Provider>,
}

impl Live {
    pub(super) fn provider(&self) -> &dyn Provider {
        &*self.provider
    }

    /// Whether a failed call means that the process has exited.
    pub(super) async fn has_crashed(&self, error: &RpcError) -> bool {
        let may_be_broken = matches!(
            error.code,
            RpcCode::Unavailable | RpcCode::Unknown | RpcCode::Internal | RpcCode::Canceled
        );
        may_be_broken && timeout(EXIT, self.process.client().exited()).await.is_ok()
    }

    /// Returns the panic of the process, or the end of its log.
    fn end_of_log(&self) -> String {
        let client = self.process.client();
        let lines = || client.last_lines().0.join("\n");
        client.crash().unwrap_or_else(lines)
    }
}

impl Life {
    pub(super) fn new(options: Options, announced: Option<Schemas>) -> Self {
        Self {
            options,
            announced,
            state: Mutex::new(State {
                stage: Stage::New,
                configuration: None,
                restarted: false,
            }),
        }
    }

    /// Starts the binary, if it has not started.
    pub(super) async fn start(&self) -> Result<(), Diagnostics> {
        self.live(Rpc::GetProviderSchema).await.map(drop)
    }

    pub(super) async fn is_running(&self) -> bool {
        match &self.state.lock().await.stage {
            Stage::Started(live) => live.process.client().is_running(),
            Stage::New | Stage::Failed(_) => false,
        }
    }

    /// Returns a process for a call of this RPC. The first call starts the binary. After a crash, only a call that changes nothing does.
    pub(super) async fn live(&self, rpc: Rpc) -> Result<Arc<Live>, Diagnostics> {
        let mut state = self.state.lock().await;
        match &state.stage {
            Stage::New => self.begin(&mut state).await,
            Stage::Started(live) if live.process.client().is_running() => Ok(Arc::clone(live)),
            Stage::Started(live) if rpc.changes() => {
                Err(messages::crashed_before(&self.options.name, &live.end_of_log()).into())
            }
            Stage::Started(live) => {
                let dead = Arc::clone(live);
                self.begin_again(&mut state, &dead).await
            }
            Stage::Failed(reason) => Err(reason.clone()),
        }
    }

    /// Returns the process that replaces a crashed one. Several calls that see the same crash get the same process.
    pub(super) async fn replace(&self, dead: &Arc<Live>) -> Result<Arc<Live>, Diagnostics> {
        let mut state = self.state.lock().await;
        match &state.stage {
            Stage::Started(live) if !Arc::ptr_eq(live, dead) => Ok(Arc::clone(live)),
            Stage::Failed(reason) => Err(reason.clone()),
            Stage::Started(_) | Stage::New => self.begin_again(&mut state, dead).await,
        }
    }

    /// Remembers the configuration, for a second start.
    pub(super) async fn configured(&self, accepted: Option<ConfigureProviderRequest>) {
        if accepted.is_some() {
            self.state.lock().await.configuration = accepted;
        }
    }

    /// The error of a call that changes something, and whose answer never came.
    pub(super) fn lost_change(&self, rpc: Rpc, dead: &Live) -> Diagnostics {
        messages::lost_change(&self.options.name, rpc, &dead.end_of_log()).into()
    }

    /// The error of a call that crashed a second process.
    pub(super) fn crashed(&self, rpc: Rpc, dead: &Live) -> Diagnostics {
        messages::crashed(&self.options.name, rpc, &dead.end_of_log()).into()
    }

    async fn begin_again(&self, state: &mut State, dead: &Live) -> Result<Arc<Live>, Diagnostics> {
        if state.restarted {
            let reason = messages::crashed_twice(&self.options.name, &dead.end_of_log());
            state.stage = Stage::Failed(reason.clone().into());
            return Err(reason.into());
        }
        tracing::warn!(
            provider = self.options.name,
            "the provider has crashed, starting it again"
        );
        state.restarted = true;
        self.begin(state).await
    }

    async fn begin(&self, state: &mut State) -> Result<Arc<Live>, Diagnostics> {
        let started = self.launch(state.configuration.clone()).await;
        state.stage = match &started {
            Ok(live) => Stage::Started(Arc::clone(live)),
            Err(reason) => Stage::Failed(reason.clone()),
        };
        started
    }

    /// Starts a process, and brings it to the state of its predecessor.
    async fn launch(
        &self,
        configuration: Option<ConfigureProviderRequest>,
    ) -> Result<Arc<Live>, Diagnostics> {
        let Options {
            name,
            program,
            checksum,
            variables,
            start_timeout,
        } = &self.options;
        let program = program
            .as_ref()
            .map_err(|error| messages::cannot_start(name, error))?;
        let mut command = Command::new(program);
        command.envs(variables.iter().map(|(name, value)| (name, value)));
        let builder = ProviderProcess::builder(command)
            .name(name)
            .start_timeout(*start_timeout)
            .guarded();
        let builder = match checksum {
            Some(checksum) => builder.checksum(*checksum),
            None => builder,
        };
        let runtime = runtime().map_err(|error| messages::cannot_start(name, error))?;
        let process = runtime
            .spawn(ProviderProcess::spawn(builder))
            .await
            .map_err(|error| messages::cannot_start(name, &error))?
            .map_err(|error| messages::cannot_start(name, &error))?;
        let provider = process.provider();
        let live = Arc::new(Live { process, provider });
        self.check(&live).await?;
        if let Some(configuration) = configuration {
            let answer = live.provider.configure_provider(configuration).await;
            let answer = answer.map_err(|error| messages::cannot_start(name, &error))?;
            if answer.diagnostics.has_errors() {
                return Err(answer.diagnostics);
            }
        }
        Ok(live)
    }

    /// Compares the schemas of the process with the announced ones.
    async fn check(&self, live: &Live) -> Result<(), Diagnostics> {
        let name = &self.options.name;
        let Some(announced) = &self.announced else {
            return Ok(());
        };
        let request = live
            .provider
            .get_provider_schema(GetProviderSchemaRequest {});
        let limit = self.options.start_timeout;
        let served = match timeout(limit, request).await {
            Ok(Ok(served)) => served,
            Ok(Err(error)) if live.has_crashed(&error).await => {
                return Err(messages::crashed_at_start(name, &live.end_of_log()).into());
            }
            Ok(Err(error)) => return Err(messages::cannot_start(name, &error).into()),
            Err(_) => return Err(messages::no_schema(name, limit).into()),
        };
        if served.diagnostics.has_errors() {
            return Err(served.diagnostics.clone());
        }
        let differences = announced.differences(&served);
        match differences.is_empty() {
            true => Ok(()),
            false => Err(messages::other_schemas(name, &differences).into()),
        }
    }
}

/// Returns the runtime of all connections to binaries. It lives as long as this process, so no connection depends on the runtime of a caller.
fn runtime() -> Result<&'static Runtime, &'static io::Error> {
    static RUNTIME: OnceLock<io::Result<Runtime>> = OnceLock::new();
    let build = || {
        tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("foreign")
            .enable_all()
            .build()
    };
    RUNTIME.get_or_init(build).as_ref()
}
