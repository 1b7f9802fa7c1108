//! The server: the framework's rules around the author's code, one file for each RPC.
//!
//! Values come in as bytes, are decoded along the schema, handed to the dynamic layer and encoded again. Author code that touches
//! the world goes on as a task of its own where it waits ([`task`]): a handler is dropped when the host goes away, the work is not.

mod action;
mod answer;
mod apply;
mod configure;
mod count;
mod data_source;
mod deadline;
mod ephemeral;
mod equal;
mod function;
mod generate;
pub(crate) mod guard;
mod identity;
mod import;
mod list;
mod moves;
mod plan;
pub(crate) mod provisioner;
mod read;
mod reread;
mod rpcs;
mod schema;
mod state_store;
mod task;
mod upgrade;
mod validate;
mod values;

use std::env;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError, RwLock};

use terrane_protocol::schema::Schemas;
use terrane_protocol::*;
use tokio_util::sync::CancellationToken;

use self::answer::{Lasting, Leaving};
use self::configure::Configuration;
use self::guard::Guarded;
pub(crate) use self::rpcs::{Actions, DataSources, Ephemerals, Lists, StateStores};
use self::state_store::Stores;
use crate::context::{Context, Private};
use crate::data_source::DynDataSource;
use crate::log::dump::Dump;
use crate::log::request::Timer;
use crate::log::{self, Parts};
use crate::provider::{Definition, Provider as Typed};

/// Answers a host for one provider.
pub(crate) struct Server {
    /// Made when a call first needs it: the host waits for the handshake, not for what is registered.
    definition: Arc<LazyLock<Definition>>,
    configuration: RwLock<Configuration>,
    /// The parent of every request's token; `StopProvider` cancels it and puts a new one in its place.
    stop: Mutex<CancellationToken>,
    schemas: OnceLock<Schemas>,
    stores: Stores,
    secrets: Lasting,
    dump: Option<Arc<Dump>>,
}

impl Server {
    pub(crate) fn of<P: Typed>() -> Self {
        Self {
            definition: Arc::new(LazyLock::new(Definition::of::<P>)),
            configuration: RwLock::new(Configuration::default()),
            stop: Mutex::default(),
            schemas: OnceLock::new(),
            stores: Stores::default(),
            secrets: Lasting::default(),
            dump: Dump::of(env::var_os("TF_LOG_SDK_PROTO_DATA_DIR")).map(Arc::new),
        }
    }

    /// Begins with a request; its name is that of the RPC and maybe `Request`.
    fn begin(&self, name: &'static str, request: &dyn Parts, dump: Option<&Arc<Dump>>) -> Leaving {
        let rpc = name.strip_suffix("Request").unwrap_or(name);
        let span = log::request::span(self.definition.address, rpc);
        Leaving::new(span, &self.secrets, || Timer::start(rpc, request, dump))
    }

    /// The token of a new request.
    fn token(&self) -> CancellationToken {
        self.stopped().child_token()
    }

    /// The token of all requests that are answered now: enough for one that waits for nothing, because only the host can end it.
    fn stopped(&self) -> CancellationToken {
        self.stop
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// The context of a new request.
    fn context(&self, private: Private) -> (CancellationToken, Context) {
        let token = self.token();
        (token.clone(), Context::new(token, private))
    }

    fn resource(&self, type_name: &str) -> Result<&Guarded, Diagnostic> {
        self.definition.resources.find(type_name).map(AsRef::as_ref)
    }

    fn data_source(&self, type_name: &str) -> Result<&dyn DynDataSource, Diagnostic> {
        let sources = &self.definition.data_sources;
        sources.find(type_name).map(AsRef::as_ref)
    }

    fn stop_requests(&self) {
        let mut stop = self.stop.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *stop).cancel();
    }
}
