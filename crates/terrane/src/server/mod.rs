//! The server: the framework around author code, with one file for each RPC.
//!
//! Values arrive as bytes, are decoded by the schema, passed to the dynamic layer and encoded again. Each call is a task, which runs all of
//! that, and a supervisor, which answers the host ([`call`]).

mod action;
mod answer;
mod apply;
mod author;
mod call;
mod configure;
mod count;
mod data_source;
mod ephemeral;
mod equal;
mod function;
mod generate;
mod identity;
mod import;
mod list;
mod messages;
mod moves;
mod plan;
pub(crate) mod provisioner;
mod read;
pub(crate) mod registered;
mod reread;
mod rpcs;
mod runner;
mod schema;
mod state_store;
mod upgrade;
mod validate;
mod values;

use std::env;
use std::ops::Deref;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError, RwLock};
use std::time::Duration;

use terrane_protocol::Diagnostic;
use terrane_protocol::schema::Schemas;
use tokio_util::sync::CancellationToken;

use self::answer::SessionSecrets;
use self::apply::Applying;
use self::call::Call;
use self::configure::Configuration;
use self::registered::RegisteredType;
pub(crate) use self::rpcs::{Actions, DataSources, Ephemerals, Lists, StateStores};
pub(crate) use self::runner::TaskRunner;
use self::state_store::Stores;
use crate::data_source::DynDataSource;
use crate::log::dump::Dump;
use crate::provider::{Definition, Provider as Typed};

/// Answers a host for one provider.
pub(crate) struct ProviderServer {
    shared: Arc<Shared>,
    runner: TaskRunner,
}

impl ProviderServer {
    /// Creates the server of a provider. Its calls end soon after `terminating` is cancelled.
    pub(crate) fn of<P: Typed>(runner: TaskRunner, terminating: CancellationToken) -> Self {
        let shared = Shared {
            address: P::ADDRESS,
            interrupt_grace: P::INTERRUPT_GRACE,
            definition: Arc::new(LazyLock::new(Definition::of::<P>)),
            configuration: RwLock::new(Configuration::default()),
            stop: Mutex::new(terminating.child_token()),
            terminating,
            schemas: OnceLock::new(),
            stores: Stores::default(),
            secrets: SessionSecrets::default(),
            dump: Dump::of(env::var_os("TF_LOG_SDK_PROTO_DATA_DIR")).map(Arc::new),
        };
        Self {
            shared: Arc::new(shared),
            runner,
        }
    }

    fn stop_requests(&self) {
        let mut stop = self
            .shared
            .stop
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *stop, self.shared.terminating.child_token()).cancel();
    }
}

/// The state that all calls share.
struct Shared {
    address: &'static str,
    interrupt_grace: Duration,
    /// Created by the first call, so that the handshake does not wait for the registration.
    definition: Arc<LazyLock<Definition>>,
    configuration: RwLock<Configuration>,
    /// Cancelled when the process is asked to terminate.
    terminating: CancellationToken,
    /// The parent of every call's token. `StopProvider` cancels it and replaces it by a new one.
    stop: Mutex<CancellationToken>,
    schemas: OnceLock<Schemas>,
    stores: Stores,
    secrets: SessionSecrets,
    dump: Option<Arc<Dump>>,
}

impl Shared {
    /// Returns the token that is cancelled with the open calls.
    fn stopped(&self) -> CancellationToken {
        self.stop
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn resource(&self, type_name: &str) -> Result<&Arc<RegisteredType>, Diagnostic> {
        self.definition.resources.find(type_name)
    }

    fn data_source(&self, type_name: &str) -> Result<&dyn DynDataSource, Diagnostic> {
        let sources = &self.definition.data_sources;
        sources.find(type_name).map(AsRef::as_ref)
    }
}

/// The server in the context of one call.
struct Server {
    shared: Arc<Shared>,
    call: Arc<Call>,
    /// The change that the call applies, set before author code runs.
    applying: OnceLock<Arc<Applying>>,
}

impl Server {
    fn new(shared: &Arc<Shared>, call: Call) -> Self {
        Self {
            shared: Arc::clone(shared),
            call: Arc::new(call),
            applying: OnceLock::new(),
        }
    }
}

impl Deref for Server {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.shared
    }
}
