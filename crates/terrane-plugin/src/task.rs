//! Tasks of the plugin's own.

use std::pin::Pin;

use tokio::runtime::Handle;
use tokio::task::JoinHandle;

/// Spawns work of any kind on the runtime of the caller.
pub(crate) fn spawn(work: impl Future<Output = ()> + Send + 'static) -> JoinHandle<()> {
    spawn_on(&Handle::current(), work)
}

/// Spawns work of any kind. What a runtime makes of a future's type is large, and so there once.
pub(crate) fn spawn_on(
    runtime: &Handle,
    work: impl Future<Output = ()> + Send + 'static,
) -> JoinHandle<()> {
    let work: Pin<Box<dyn Future<Output = ()> + Send>> = Box::pin(work);
    runtime.spawn(work)
}
