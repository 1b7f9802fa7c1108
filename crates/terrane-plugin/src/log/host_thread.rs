//! The threads that answer the host.

use std::cell::Cell;

thread_local! {
    static IS_HOST_THREAD: Cell<bool> = const { Cell::new(false) };
}

/// Whether the current thread answers the host: it has called [`enter_host_thread`](crate::enter_host_thread).
#[must_use]
pub fn is_host_thread() -> bool {
    IS_HOST_THREAD.try_with(Cell::get).unwrap_or(false)
}

/// Marks the current thread. Returns whether it was marked already.
pub(super) fn mark() -> bool {
    IS_HOST_THREAD.replace(true)
}
