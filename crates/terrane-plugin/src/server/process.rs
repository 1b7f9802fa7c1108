//! The process that serves a plugin, as its services see it.

use std::io;
use std::ops::Deref;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;

use crate::author::AuthorRuntime;
use crate::broker::Broker;
use crate::task;

/// How long a process that is asked to terminate waits for open calls. Services have ten seconds to finish, and one second is for encoding the
/// answers.
const OPEN_CALLS: Duration = Duration::from_millis(11_000);

/// The process that serves a plugin, as the plugin's services see it.
///
/// Clones share the same state.
#[derive(Clone, Debug)]
pub struct Process {
    broker: Broker,
    author_runtime: AuthorRuntime,
    terminating: CancellationToken,
    stopped: CancellationToken,
    /// Calls of author services that have not been answered yet.
    open_calls: TaskTracker,
}

impl Process {
    pub(super) fn new(broker: Broker, author_runtime: AuthorRuntime) -> Self {
        Self {
            broker,
            author_runtime,
            terminating: CancellationToken::new(),
            stopped: CancellationToken::new(),
            open_calls: TaskTracker::new(),
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

    /// Returns a token that is cancelled when the process is asked to terminate, by SIGTERM or SIGHUP.
    ///
    /// New calls are refused from then on. The process exits once no call is open, after ten seconds at the latest.
    #[must_use]
    pub fn terminating(&self) -> &CancellationToken {
        &self.terminating
    }

    /// Counts a call as open until the result is dropped. Returns `None` once the process is terminating.
    pub(super) fn open_call(&self) -> Option<TaskTrackerToken> {
        (!self.terminating.is_cancelled()).then(|| self.open_calls.token())
    }

    /// Refuses new calls, and waits until open calls have been answered, for at most [`OPEN_CALLS`].
    pub(super) async fn terminate(&self) {
        self.terminating.cancel();
        self.open_calls.close();
        if timeout(OPEN_CALLS, self.open_calls.wait()).await.is_err() {
            let open = self.open_calls.len();
            tracing::warn!(open, "the process exits before open calls are answered");
        }
    }

    /// Stops serving.
    pub(super) fn stop(&self) {
        self.stopped.cancel();
    }

    /// Waits until [`stop`](Self::stop) is called.
    pub(super) async fn stopped(&self) {
        self.stopped.cancelled().await;
    }
}

/// The server's own runtime, whose only thread runs no author code. Dropping it does not wait for author code.
#[derive(Debug)]
pub(super) struct ServerRuntime(Option<Runtime>);

impl ServerRuntime {
    pub(super) fn new() -> io::Result<Self> {
        let runtime = task::build(Builder::new_current_thread())?;
        Ok(Self(Some(runtime)))
    }
}

impl From<Runtime> for ServerRuntime {
    fn from(runtime: Runtime) -> Self {
        Self(Some(runtime))
    }
}

impl Deref for ServerRuntime {
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
