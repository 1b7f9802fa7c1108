//! What the services of a plugin may use of the process that serves them.

use std::fmt;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};

use tokio::runtime::{Builder, Handle, Runtime};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::broker::Broker;

/// The process that serves a plugin, as the plugin's services see it.
///
/// Clones share the same state.
#[derive(Clone, Debug)]
pub struct Process {
    broker: Broker,
    author_runtime: AuthorRuntime,
    terminating: CancellationToken,
}

impl Process {
    pub(super) fn new(broker: Broker, author_runtime: AuthorRuntime) -> Self {
        Self {
            broker,
            author_runtime,
            terminating: CancellationToken::new(),
        }
    }

    /// Returns the broker, which makes further connections to the host.
    #[must_use]
    pub fn broker(&self) -> &Broker {
        &self.broker
    }

    /// Returns the runtime that runs author code.
    #[must_use]
    pub fn author_runtime(&self) -> &AuthorRuntime {
        &self.author_runtime
    }

    /// Returns a token that is cancelled when the process is told to terminate, by SIGTERM or SIGHUP.
    ///
    /// New calls are refused from then on. The process exits once no call is open, after ten seconds at the latest.
    #[must_use]
    pub fn terminating(&self) -> &CancellationToken {
        &self.terminating
    }
}

/// The runtime that runs author code, each call on a thread of its own.
///
/// Author code that blocks its thread therefore blocks its own call only. The runtime's workers run what author code spawns, and drive
/// its timers and I/O.
#[derive(Clone)]
pub struct AuthorRuntime {
    /// The threads are those of the server's blocking pool: the author's pool stays free for what author code itself moves there.
    threads: Handle,
    runtime: Arc<OnceLock<Handle>>,
}

impl AuthorRuntime {
    /// Takes the author's runtime if there is one; else it is built on first use.
    pub(super) fn new(server: &ServerRuntime, author: Option<Handle>) -> Self {
        let runtime = OnceLock::new();
        if let Some(author) = author {
            // A new cell is empty.
            let _ = runtime.set(author);
        }
        Self {
            threads: server.handle().clone(),
            runtime: Arc::new(runtime),
        }
    }

    /// Builds the runtime, unless it exists already.
    pub(super) fn prepare(&self) -> io::Result<()> {
        if self.runtime.get().is_none() {
            // Whoever was faster has set one as good.
            let _ = self.runtime.set(build()?);
        }
        Ok(())
    }

    /// Returns the tokio runtime.
    ///
    /// # Panics
    ///
    /// Panics on first use where the system refuses the runtime's threads.
    #[must_use]
    pub fn handle(&self) -> &Handle {
        self.runtime.get_or_init(|| match build() {
            Ok(runtime) => runtime,
            Err(error) => panic!("cannot start the runtime of author code: {error}"),
        })
    }

    /// Runs a future on a thread of its own, as a task within the runtime.
    ///
    /// The task runs to its end: aborting the handle has no effect once the task has started. Dropping the handle detaches it.
    ///
    /// # Panics
    ///
    /// Panics where [`handle`](Self::handle) does.
    pub fn spawn<T: Send + 'static>(
        &self,
        future: impl Future<Output = T> + Send + 'static,
    ) -> JoinHandle<T> {
        let runtime = self.handle().clone();
        let future: Pin<Box<dyn Future<Output = T> + Send>> = Box::pin(future);
        self.threads
            .spawn_blocking(move || runtime.block_on(future))
    }
}

impl fmt::Debug for AuthorRuntime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AuthorRuntime").finish_non_exhaustive()
    }
}

/// Builds a runtime that lasts as long as the process.
pub(super) fn build() -> io::Result<Handle> {
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    // To drop it would mean to wait for author code.
    Ok(Box::leak(Box::new(runtime)).handle().clone())
}

/// The server's own runtime, whose only thread runs no author code. Dropping it does not wait for author code.
#[derive(Debug)]
pub(super) struct ServerRuntime(Option<Runtime>);

impl ServerRuntime {
    pub(super) fn new() -> io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        Ok(Self(Some(runtime)))
    }
}

impl std::ops::Deref for ServerRuntime {
    type Target = Runtime;

    fn deref(&self) -> &Runtime {
        self.0.as_ref().expect("only dropping takes it")
    }
}

impl Drop for ServerRuntime {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}
