//! The servers of providers in a served process.

use std::fmt;
use std::sync::Arc;

use terrane_framework::server::{self, Registry, TaskRunner};
use terrane_protocol::{AuthorRuntime, Process};
use tokio_util::sync::CancellationToken;

use crate::dynamic::DynProvider;
use crate::provider::{Provider, TypedProvider, register_items};

/// Creates the servers of providers in a served process.
///
/// [`Serve::custom`](super::Serve::custom) passes it to the function that puts a provider together. The servers run author code on the threads of the
/// process, and record objects when the process is terminated. The servers of [`terrane::server`](super::server()) do neither.
pub struct Servers {
    author_runtime: Option<AuthorRuntime>,
    terminating: CancellationToken,
}

impl Servers {
    /// Creates servers for a served process.
    pub(super) fn of_process(process: &Process) -> Self {
        Self {
            author_runtime: Some(process.author_runtime().clone()),
            terminating: process.terminating().clone(),
        }
    }

    /// Creates servers that run on the runtime of their caller.
    pub(super) fn of_caller() -> Self {
        Self {
            author_runtime: None,
            terminating: CancellationToken::new(),
        }
    }

    /// Creates the server of a provider.
    pub fn server<P: Provider>(&self) -> Arc<dyn terrane_protocol::Provider> {
        self.dynamic_server(TypedProvider::<P>::new(), register_items::<P>)
    }

    /// Creates the server of a provider in its dynamic form.
    pub fn dynamic_server(
        &self,
        provider: impl DynProvider,
        register: impl FnOnce(Registry) -> Registry + Send + 'static,
    ) -> Arc<dyn terrane_protocol::Provider> {
        self.shared_server(Arc::new(provider), register)
    }

    /// Creates the server of a provider that its caller shares.
    pub(super) fn shared_server(
        &self,
        provider: Arc<dyn DynProvider>,
        register: impl FnOnce(Registry) -> Registry + Send + 'static,
    ) -> Arc<dyn terrane_protocol::Provider> {
        server::provider_server(provider, register, self.runner(), self.terminating.clone())
    }

    /// Returns the task runner of a server.
    pub(super) fn runner(&self) -> TaskRunner {
        match &self.author_runtime {
            Some(runtime) => TaskRunner::AuthorThreads(runtime.clone()),
            None => TaskRunner::SameRuntime,
        }
    }

    /// Returns the token that is cancelled when the process is terminated.
    pub(super) fn terminating(&self) -> CancellationToken {
        self.terminating.clone()
    }
}

impl fmt::Debug for Servers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Servers").finish_non_exhaustive()
    }
}
