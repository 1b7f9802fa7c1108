//! The runtime of author code: the code of the plugin's author, which may block its thread.

mod relay;
mod threads;

use std::fmt;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, LazyLock};

use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;

use crate::task;
pub(crate) use relay::Relay;
use threads::Threads;

/// The maximum number of calls of author code at once. Further calls wait.
const AUTHOR_THREADS: usize = 4096;

/// The runtime that runs author code, each call on a thread of its own.
///
/// So author code that blocks its thread blocks only its own call. The runtime's workers run the tasks that author code spawns, and drive its timers
/// and I/O.
#[derive(Clone)]
pub struct AuthorRuntime {
    /// The threads for calls. The runtime's own blocking pool stays free for the blocking tasks of author code.
    threads: Arc<Threads>,
    runtime: Arc<LazyLock<io::Result<Handle>, Build>>,
}

/// Makes or returns a runtime.
type Build = Box<dyn FnOnce() -> io::Result<Handle> + Send>;

impl AuthorRuntime {
    /// Uses the author's runtime if it is given. Otherwise a runtime is built on first use.
    pub(crate) fn new(author: Option<Handle>) -> Self {
        Self {
            threads: Threads::new(AUTHOR_THREADS),
            runtime: Arc::new(LazyLock::new(Box::new(|| author.map_or_else(build, Ok)))),
        }
    }

    /// Builds the runtime on the thread that runs the first call afterwards. `failed` gets an error of the runtime.
    ///
    /// # Errors
    ///
    /// Fails if the system refuses the thread.
    pub(crate) fn prepare(
        &self,
        failed: impl FnOnce(&io::Error) + Send + 'static,
    ) -> io::Result<()> {
        let runtime = Arc::clone(&self.runtime);
        self.threads.run_first(Box::new(move || {
            if let Err(error) = &**runtime {
                failed(error);
            }
        }))
    }

    /// Returns the tokio runtime.
    ///
    /// # Panics
    ///
    /// Panics on first use if the system refuses the runtime's threads.
    #[must_use]
    pub fn handle(&self) -> &Handle {
        match &**self.runtime {
            Ok(runtime) => runtime,
            Err(error) => panic!("cannot start the runtime of author code: {error}"),
        }
    }

    /// Runs a future on a thread of its own, within the runtime.
    ///
    /// The future runs to completion, even if nothing waits for the result. If the future panics, it has no result. If the system refuses a thread for
    /// it, and no other thread becomes free within ten seconds, the future is dropped without having been polled.
    ///
    /// # Panics
    ///
    /// Panics in the same cases as [`handle`](Self::handle).
    pub fn spawn<T: Send + 'static>(
        &self,
        future: impl Future<Output = T> + Send + 'static,
    ) -> oneshot::Receiver<T> {
        let runtime = self.handle().clone();
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
