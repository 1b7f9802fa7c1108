//! The state that all calls of a provider share, and the server in the context of one call.

mod held;
mod stores;

use std::env;
use std::ops::Deref;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError, RwLock};

use terrane_protocol::schema::Schemas;
use terrane_protocol::{ClientCapabilities, Deferred, Diagnostic};
use tokio_util::sync::CancellationToken;

use super::call::Call;
use super::call::answer::SessionSecrets;
use super::call::applying::Applying;
use super::call::configuration::{Configuration, NotReady};
use super::call::stores::Stores;
use super::registry::Definition;
use crate::dynamic::{Configured, DynProvider};
use crate::log::dump::Dump;

/// The definition of a provider, created on first use.
type DefinitionCell = LazyLock<Definition, Box<dyn FnOnce() -> Definition + Send>>;

/// The state that all calls share.
pub(super) struct Session {
    pub(super) provider: Arc<dyn DynProvider>,
    /// Created by the first call, so that the handshake does not wait for the registration.
    pub(super) definition: Arc<DefinitionCell>,
    configuration: RwLock<Configuration>,
    /// Cancelled when the process is asked to terminate.
    terminating: CancellationToken,
    /// The parent of every call's token. `StopProvider` cancels it and replaces it by a new one.
    stop: Mutex<CancellationToken>,
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
            configuration: RwLock::new(Configuration::default()),
            stop: Mutex::new(terminating.child_token()),
            terminating,
            schemas: OnceLock::new(),
            stores: Stores::default(),
            secrets: SessionSecrets::default(),
            dump: Dump::of(env::var_os("TF_LOG_SDK_PROTO_DATA_DIR")).map(Arc::new),
        }
    }

    /// Cancels the calls in progress.
    pub(super) fn stop_calls(&self) {
        let mut stop = self.stop.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *stop, self.terminating.child_token()).cancel();
    }

    /// Returns the token that is cancelled together with the calls in progress.
    pub(super) fn stopped(&self) -> CancellationToken {
        self.stop
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    pub(in crate::server) fn set_configuration(&self, configuration: Configuration) {
        let mut current = self
            .configuration
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        let previous = std::mem::replace(&mut *current, configuration);
        drop(current);
        // The `Drop` of the author's provider may block, and other calls need the lock.
        drop(previous);
    }

    /// Returns the configured provider. If it is not available, the call is deferred if the host allows it.
    pub(in crate::server) fn provider_or_deferral(
        &self,
        capabilities: &ClientCapabilities,
        doing: &str,
    ) -> Result<Result<Configured, Deferred>, Diagnostic> {
        self.provider().map(Ok).or_else(|not_ready| {
            let deferred = not_ready.deferred(capabilities).map(Err);
            deferred.ok_or_else(|| not_ready.diagnostic(doing))
        })
    }

    /// Returns the configured provider, or the reason why it is not available.
    pub(in crate::server) fn provider(&self) -> Result<Configured, NotReady> {
        match &*self
            .configuration
            .read()
            .unwrap_or_else(PoisonError::into_inner)
        {
            Configuration::Ready(provider) => Ok(Configured::clone(provider)),
            Configuration::Unknown(paths) => Err(NotReady::Unknown(Arc::clone(paths))),
            Configuration::Deferred(reason) => Err(NotReady::Deferred(*reason)),
            Configuration::None => Err(NotReady::NotConfigured),
        }
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
