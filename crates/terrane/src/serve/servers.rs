//! The servers of providers in a served process.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;
use terrane_framework::server::{self, Registry, TaskRunner};
use terrane_plugin::{AuthorRuntime, Process};
use terrane_protocol::schema::json::merge;
use tokio_util::sync::CancellationToken;

use crate::dynamic::DynProvider;
use crate::provider::{Provider, register_items};
use crate::typed::Typed;

/// Registers the items of a provider.
pub(super) type Register = dyn Fn(Registry) -> Registry + Send + Sync;

/// Creates the servers of providers in a served process.
///
/// [`Serve::custom`](super::Serve::custom) passes it to the function that puts a provider together. The servers run author code on the threads of the
/// process, and record objects when the process is terminated. The servers of [`terrane::server`](crate::server()) do neither.
pub struct Servers {
    author_runtime: Option<AuthorRuntime>,
    terminating: CancellationToken,
    /// What the providers contain that hosts do not print, while the program describes itself.
    annotations: Option<Mutex<Value>>,
}

impl Servers {
    /// Creates servers for a served process.
    pub(super) fn of_process(process: &Process) -> Self {
        Self {
            author_runtime: Some(process.author_runtime().clone()),
            terminating: process.terminating().clone(),
            annotations: None,
        }
    }

    /// Creates servers that run on the runtime of their caller.
    pub(super) fn of_caller() -> Self {
        Self {
            author_runtime: None,
            terminating: CancellationToken::new(),
            annotations: None,
        }
    }

    /// Creates servers that collect the annotations of their providers.
    pub(super) fn annotating() -> Self {
        Self {
            annotations: Some(Mutex::new(Value::Null)),
            ..Self::of_caller()
        }
    }

    /// Returns the annotations of all providers whose servers were created.
    pub(super) fn into_annotations(self) -> Value {
        let annotations = self.annotations.unwrap_or_default();
        annotations
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Creates the server of a provider.
    pub fn server<P: Provider>(&self) -> Arc<dyn terrane_protocol::Provider> {
        self.dynamic_server(Typed::<P>::new(), register_items::<P>)
    }

    /// Creates the server of a provider in its dynamic form.
    pub fn dynamic_server(
        &self,
        provider: impl DynProvider,
        register: impl Fn(Registry) -> Registry + Send + Sync + 'static,
    ) -> Arc<dyn terrane_protocol::Provider> {
        self.shared_server(Arc::new(provider), Arc::new(register))
    }

    /// Creates the server of a provider that its caller shares.
    pub(super) fn shared_server(
        &self,
        provider: Arc<dyn DynProvider>,
        register: Arc<Register>,
    ) -> Arc<dyn terrane_protocol::Provider> {
        if let Some(annotations) = &self.annotations {
            let found = server::annotations(Arc::clone(&provider), |items| register(items));
            let mut all = annotations.lock().unwrap_or_else(PoisonError::into_inner);
            merge(&mut all, found);
        }
        let register = move |items| register(items);
        server::provider_server(provider, register, self.runner(), self.terminating())
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
