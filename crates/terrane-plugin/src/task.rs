//! Spawning of tasks on a tokio runtime.

use std::pin::Pin;

use tokio::runtime::Handle;
use tokio::task::JoinHandle;

/// Spawns a future on the runtime of the caller.
pub(crate) fn spawn(work: impl Future<Output = ()> + Send + 'static) -> JoinHandle<()> {
    spawn_on(&Handle::current(), work)
}

/// Spawns a future on a runtime. The future is boxed, so that tokio's large generic code for tasks is monomorphised once.
pub(crate) fn spawn_on(
    runtime: &Handle,
    work: impl Future<Output = ()> + Send + 'static,
) -> JoinHandle<()> {
    let work: Pin<Box<dyn Future<Output = ()> + Send>> = Box::pin(work);
    runtime.spawn(work)
}
