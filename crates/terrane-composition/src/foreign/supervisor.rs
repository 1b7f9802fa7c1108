//! The supervisor of a binary: its first start, its crash, and its second start.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Mutex as AsyncMutex, watch};

use super::instance::{Instance, Options};
use super::messages;
use terrane_protocol::schema::Schemas;
use terrane_protocol::{Diagnostics, Request, Rpc};

/// A binary, with its present process and the configurations that it has accepted.
pub(super) struct Supervisor {
    options: Options,
    announced: Option<Schemas>,
    state: Mutex<State>,
    /// Locked while a process starts.
    starting: AsyncMutex<()>,
    /// Counts the calls of Stop, which end the calls that wait for a start.
    stops: watch::Sender<u64>,
}

struct State {
    stage: Stage,
    /// The requests that configured the provider and its state stores, in the order of the host.
    configurations: Vec<Request>,
    /// Whether the binary was started again.
    was_restarted: bool,
}

#[derive(Clone)]
enum Stage {
    New,
    Started(Arc<Instance>),
    Failed(Diagnostics),
}

impl Supervisor {
    pub(super) fn new(options: Options, announced: Option<Schemas>) -> Self {
        Self {
            options,
            announced,
            state: Mutex::new(State {
                stage: Stage::New,
                configurations: Vec::new(),
                was_restarted: false,
            }),
            starting: AsyncMutex::default(),
            stops: watch::Sender::default(),
        }
    }

    /// Starts the binary, if it has not started.
    pub(super) async fn start(&self) -> Result<(), Diagnostics> {
        self.instance(Rpc::GetProviderSchema).await.map(drop)
    }

    /// Ends the calls that wait for a start.
    pub(super) fn stop(&self) {
        self.stops.send_modify(|stops| *stops += 1);
    }

    /// Returns a receiver that changes with each later Stop.
    pub(super) fn stops(&self) -> watch::Receiver<u64> {
        self.stops.subscribe()
    }

    /// Returns the process if it runs and is ready for calls.
    pub(super) fn running(&self) -> Option<Arc<Instance>> {
        match &self.state().stage {
            Stage::Started(instance) if instance.is_running() => Some(Arc::clone(instance)),
            Stage::New | Stage::Started(_) | Stage::Failed(_) => None,
        }
    }

    /// Returns a process for a call of this RPC. The first call starts the binary. After a crash, only a call that changes nothing does.
    ///
    /// If the future is dropped during a start, the next call starts the binary.
    pub(super) async fn instance(&self, rpc: Rpc) -> Result<Arc<Instance>, Diagnostics> {
        if let Some(instance) = self.running() {
            return Ok(instance);
        }
        let _starting = self.starting.lock().await;
        match self.stage() {
            Stage::New => self.launch(None).await,
            Stage::Started(instance) if instance.is_running() => Ok(instance),
            Stage::Started(dead) if rpc.changes() => {
                Err(messages::crashed_before(&self.options.name, &dead.end_of_log()).into())
            }
            Stage::Started(dead) => self.restart(&dead).await,
            Stage::Failed(reason) => Err(reason),
        }
    }

    /// Returns the process that replaces a crashed one. Several calls that see the same crash get the same process.
    pub(super) async fn replace(&self, dead: &Arc<Instance>) -> Result<Arc<Instance>, Diagnostics> {
        let _starting = self.starting.lock().await;
        match self.stage() {
            Stage::Started(instance) if !Arc::ptr_eq(&instance, dead) => Ok(instance),
            Stage::Failed(reason) => Err(reason),
            Stage::Started(_) | Stage::New => self.restart(dead).await,
        }
    }

    /// Remembers a configuration that the provider has accepted, for a second start. It replaces the earlier one of the provider or of the state store.
    pub(super) fn configured(&self, configuration: Request) {
        let mut state = self.state();
        let earlier = state.configurations.iter_mut().find(|earlier| {
            (earlier.rpc(), earlier.item()) == (configuration.rpc(), configuration.item())
        });
        match earlier {
            Some(earlier) => *earlier = configuration,
            None => state.configurations.push(configuration),
        }
    }

    /// The error of a call that changes something, and whose answer never came.
    pub(super) fn lost_change(&self, rpc: Rpc, dead: &Instance) -> Diagnostics {
        messages::lost_change(&self.options.name, rpc, &dead.end_of_log()).into()
    }

    /// The error of a call that crashed a second process.
    pub(super) fn crashed(&self, rpc: Rpc, dead: &Instance) -> Diagnostics {
        messages::crashed(&self.options.name, rpc, &dead.end_of_log()).into()
    }

    /// The error of a call that was answered in part.
    pub(super) fn crashed_in_stream(&self, rpc: Rpc, dead: &Instance) -> Diagnostics {
        if rpc.changes() {
            self.lost_change(rpc, dead)
        } else {
            messages::crashed_in_stream(&self.options.name, rpc, &dead.end_of_log()).into()
        }
    }

    /// The error of a call that Stop has ended before the provider got it.
    pub(super) fn stopped(&self, rpc: Rpc) -> Diagnostics {
        messages::stopped(&self.options.name, rpc).into()
    }

    /// Starts a process that replaces a crashed one. Must be called with the lock of starts.
    async fn restart(&self, dead: &Instance) -> Result<Arc<Instance>, Diagnostics> {
        if self.state().was_restarted {
            let reason = messages::crashed_twice(&self.options.name, &dead.end_of_log());
            self.state().stage = Stage::Failed(reason.clone().into());
            return Err(reason.into());
        }
        tracing::warn!(
            provider = self.options.name,
            "the provider has crashed, starting it again"
        );
        self.launch(Some(dead)).await
    }

    /// Starts a process, and brings it to the state of its predecessor. Must be called with the lock of starts.
    async fn launch(&self, predecessor: Option<&Instance>) -> Result<Arc<Instance>, Diagnostics> {
        let is_restart = predecessor.is_some();
        let launch = async {
            let instance = Instance::launch(&self.options).await?;
            if is_restart || self.announced.is_some() {
                let announced = self.announced.as_ref();
                instance.check_schemas(&self.options, announced).await?;
            }
            instance
                .configure(&self.options, self.configurations())
                .await?;
            Ok(Arc::new(instance))
        };
        let launched = launch.await;
        let mut state = self.state();
        state.was_restarted |= is_restart;
        state.stage = match &launched {
            Ok(instance) => Stage::Started(Arc::clone(instance)),
            Err(reason) => Stage::Failed(Diagnostics::clone(reason)),
        };
        launched
    }

    fn configurations(&self) -> Vec<Request> {
        let state = self.state();
        let copies = state.configurations.iter().filter_map(Request::try_clone);
        copies.collect()
    }

    fn stage(&self) -> Stage {
        self.state().stage.clone()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
