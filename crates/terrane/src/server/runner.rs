//! The executors of call tasks.

use terrane_protocol::{AuthorRuntime, BoxFuture};

/// An executor of call tasks.
#[derive(Clone, Debug)]
pub(crate) enum TaskRunner {
    /// Spawns tasks on the current runtime, for a provider in the process of its tests, whose clock may be paused.
    SameRuntime,
    /// Runs each task on its own thread within the author's runtime, so that blocking author code holds up its own call alone.
    AuthorThreads(AuthorRuntime),
}

impl TaskRunner {
    /// Starts a task. It runs until it returns, even if nothing waits for it.
    pub(super) fn start(&self, task: BoxFuture<'static, ()>) {
        match self {
            Self::SameRuntime => drop(tokio::spawn(task)),
            Self::AuthorThreads(runtime) => drop(runtime.spawn(task)),
        }
    }
}
