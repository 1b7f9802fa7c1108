//! Where the tasks of calls run.

use terrane_protocol::{AuthorRuntime, BoxFuture};

/// Starts the tasks of calls.
#[derive(Clone, Debug)]
pub(crate) enum TaskRunner {
    /// As tasks of the runtime on which the host's call is polled: for a provider in the process of its tests, whose clock may be paused.
    SameRuntime,
    /// Each on a thread of its own with the author's runtime, so that author code that blocks its thread holds up its own call alone.
    AuthorThreads(AuthorRuntime),
}

impl TaskRunner {
    /// Starts a task. It runs until it returns, whoever waits for it.
    pub(super) fn start(&self, task: BoxFuture<'static, ()>) {
        match self {
            Self::SameRuntime => drop(tokio::spawn(task)),
            Self::AuthorThreads(runtime) => drop(runtime.spawn(task)),
        }
    }
}
