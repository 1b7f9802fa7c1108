//! The runtime of author code: the code of the plugin's author, which may block its thread.

mod relay;
mod threads;

use std::fmt;
use std::io;
use std::pin::Pin;

use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;

use crate::task;
pub(crate) use relay::Relay;
use threads::Threads;

/// The runtime that runs author code, each call on a thread of its own.
///
/// So author code that blocks its thread blocks only its own call. The runtime's workers run the tasks that author code spawns, and drive its timers
/// and I/O.
#[derive(Clone)]
pub struct AuthorRuntime {
    /// The threads for calls. The runtime's own blocking pool stays free for the blocking tasks of author code.
    threads: &'static Threads,
    runtime: Handle,
}

impl AuthorRuntime {
    /// Uses the author's runtime if it is given, and builds one otherwise.
    ///
    /// # Errors
    ///
    /// Fails if the system refuses threads or descriptors.
    pub(crate) fn new(author: Option<Handle>) -> io::Result<Self> {
        Ok(Self {
            threads: Threads::of_process()?,
            runtime: author.map_or_else(build, Ok)?,
        })
    }

    /// Returns the tokio runtime.
    #[must_use]
    pub fn handle(&self) -> &Handle {
        &self.runtime
    }

    /// Runs a future on a thread of its own, within the runtime.
    ///
    /// The future runs to completion, even if nothing waits for the result. If the future panics, it has no result. If the system refuses a thread for
    /// it, and no other thread becomes free within ten seconds, the future is dropped without having been polled.
    pub fn spawn<T: Send + 'static>(
        &self,
        future: impl Future<Output = T> + Send + 'static,
    ) -> oneshot::Receiver<T> {
        let runtime = self.runtime.clone();
        let future: Pin<Box<dyn Future<Output = T> + Send>> = Box::pin(future);
        let (sender, result) = oneshot::channel();
        self.threads.run(Box::new(move || {
            // The receiver may have been dropped.
            let _ = sender.send(runtime.block_on(future));
        }));
        result
    }
}

impl fmt::Debug for AuthorRuntime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AuthorRuntime").finish_non_exhaustive()
    }
}

/// Builds a runtime that is never shut down.
pub(crate) fn build() -> io::Result<Handle> {
    let runtime = task::build(Builder::new_multi_thread())?;
    // Dropping it would wait for author code.
    Ok(Box::leak(Box::new(runtime)).handle().clone())
}
