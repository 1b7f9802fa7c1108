//! Locks, and providers that are started once.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::OnceCell;

use super::running::Running;

/// A step has failed. Its reports are in the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Failed;

/// A provider that is started once.
pub(crate) type Slot = Arc<OnceCell<Result<Arc<Running>, Failed>>>;

/// Locks a mutex. A panic of another visit does not matter, because visits change whole entries.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
