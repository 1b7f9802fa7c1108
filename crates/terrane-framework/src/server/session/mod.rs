//! The state that all calls of a provider share, and the server in the context of one call.

mod held;
mod stores;

use std::env;
use std::ops::Deref;
use std::sync::{Arc, LazyLock, Mutex, OnceLock};

use terrane_protocol::schema::Schemas;
use terrane_protocol::{ClientCapabilities, DeferredReason, Diagnostic};
use tokio_util::sync::CancellationToken;

use super::call::Call;
use super::call::answer::SessionSecrets;
use super::call::applying::Applying;
use super::call::configuration::{Configuration, NotReady};
use super::call::stop::Stop;
use super::call::stores::Stores;
use super::registry::Definition;
use crate::dynamic::{Configured, DynProvider};
use crate::locks::lock;
use crate::log::dump::Dump;

/// The definition of a provider, created on first use.
type DefinitionCell = LazyLock<Definition, Box<dyn FnOnce() -> Definition + Send>>;

/// The state that all calls share.
pub(super) struct Session {
    pub(super) provider: Arc<dyn DynProvider>,
    /// Created by the first call, so that the handshake does not wait for the registration.
    pub(super) definition: Arc<DefinitionCell>,
    configuration: Mutex<Configuration>,
    pub(super) stop: Stop,
    pub(super) schemas: OnceLock<Schemas>,
    pub(super) stores: Stores,
    pub(super) secrets: SessionSecrets,
    pub(super) dump: Option<Arc<Dump>>,
}

impl Session {
    /// Creates the state of a provider. `define` creates the definition. Its calls end soon after `terminating` is cancelled.
    pub(super) fn new(
        provider: Arc<dyn DynProvider>,
        define: impl FnOnce() -> Definition + Send + 'static,
        terminating: CancellationToken,
    ) -> Self {
        let define: Box<dyn FnOnce() -> Definition + Send> = Box::new(define);
        Self {
            provider,
            definition: Arc::new(LazyLock::new(define)),
            configuration: Mutex::new(Err(NotReady::NotConfigured)),
            stop: Stop::new(terminating),
            schemas: OnceLock::new(),
            stores: Stores::default(),
            secrets: SessionSecrets::default(),
            dump: Dump::of(env::var_os("TF_LOG_SDK_PROTO_DATA_DIR")).map(Arc::new),
        }
    }

    pub(crate) fn set_configuration(&self, configuration: Configuration) {
        let previous = std::mem::replace(&mut *lock(&self.configuration), configuration);
        // Dropping it runs author code, which must not hold the lock.
        drop(previous);
    }

    /// Returns the configured provider. If it is not available, the call is deferred if the host allows it.
    pub(crate) fn provider_or_deferral(
        &self,
        capabilities: &ClientCapabilities,
        doing: &str,
    ) -> Result<Result<Configured, DeferredReason>, Diagnostic> {
        self.provider().map(Ok).or_else(|not_ready| {
            let deferred = not_ready.deferred(capabilities).map(Err);
            deferred.ok_or_else(|| not_ready.diagnostic(doing))
        })
    }

    /// Returns the configured provider, or the reason why it is not available.
    /// Returns the configured provider, or the error of a call that needs it.
    pub(crate) fn ready_provider(&self, doing: &str) -> Result<Configured, Diagnostic> {
        self.provider()
            .map_err(|not_ready| not_ready.diagnostic(doing))
    }

    pub(crate) fn provider(&self) -> Configuration {
        lock(&self.configuration).clone()
    }
}

/// The server in the context of one call.
pub(super) struct Server {
    session: Arc<Session>,
    pub(super) call: Arc<Call>,
    /// The change that the call applies, set before author code runs.
    pub(super) applying: OnceLock<Arc<Applying>>,
}

impl Server {
    pub(super) fn new(session: &Arc<Session>, call: Call) -> Self {
        Self {
            session: Arc::clone(session),
            call: Arc::new(call),
            applying: OnceLock::new(),
        }
    }
}

impl Deref for Server {
    type Target = Session;

    fn deref(&self) -> &Session {
        &self.session
    }
}
