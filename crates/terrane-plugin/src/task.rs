//! Runtimes of tokio, and spawning of tasks on them.

use std::io;
use std::pin::Pin;

use tokio::runtime::{Builder, Handle, Runtime};
use tokio::task::JoinHandle;

use crate::panic::{catch_panic, panic_text};

/// Builds a runtime.
///
/// # Errors
///
/// Fails if the system refuses threads or descriptors. tokio panics in some of these cases.
pub(crate) fn build(mut builder: Builder) -> io::Result<Runtime> {
    let built = catch_panic(
        || builder.enable_all().build(),
        |payload| io::Error::other(panic_text(payload).unwrap_or("tokio panicked").to_owned()),
    );
    built.flatten()
}

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
