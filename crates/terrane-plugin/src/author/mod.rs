//! The runtime of author code: the code of the plugin's author, which may block its thread.

mod relay;
mod threads;

use std::fmt;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

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
    /// The runtime, once it is needed.
    runtime: Arc<Mutex<Option<Handle>>>,
}

impl AuthorRuntime {
    /// Uses the author's runtime if it is given. Otherwise, one is built before the first future runs.
    ///
    /// # Errors
    ///
    /// Fails if the system refuses threads or descriptors.
    pub(crate) fn new(author: Option<Handle>) -> io::Result<Self> {
        Ok(Self {
            threads: Threads::of_process()?,
            runtime: Arc::new(Mutex::new(author)),
        })
    }

    /// Builds the runtime on another thread, so that the first call finds it.
    pub(crate) fn prepare(&self) {
        // If it cannot be built now, the first call tries again.
        drop(self.spawn(async {}));
    }

    /// Runs a future on a thread of its own, within the runtime.
    ///
    /// The future runs to completion, even if nothing waits for the result. If the future panics, it has no result. If the system refuses a thread for
    /// it, and no other thread becomes free within ten seconds, or if it refuses what the runtime needs, the future is dropped without having been
    /// polled.
    pub fn spawn<T: Send + 'static>(
        &self,
        future: impl Future<Output = T> + Send + 'static,
    ) -> oneshot::Receiver<T> {
        let shared = Arc::clone(&self.runtime);
        let future: Pin<Box<dyn Future<Output = T> + Send>> = Box::pin(future);
        let (sender, result) = oneshot::channel();
        self.threads.run(Box::new(move || {
            if let Ok(runtime) = built(&shared) {
                // The receiver may have been dropped.
                let _ = sender.send(runtime.block_on(future));
            }
        }));
        result
    }
}

/// Returns the runtime, and builds it if there is none.
fn built(shared: &Mutex<Option<Handle>>) -> io::Result<Handle> {
    let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(runtime) = &*shared {
        return Ok(runtime.clone());
    }
    Ok(shared.insert(build()?).clone())
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
