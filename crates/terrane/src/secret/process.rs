//! What the process's log and last words hide: every secret that any of its requests has seen.
//!
//! The log belongs to the process, and a line may come from anywhere, long after the request: so nothing is forgotten here.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError, TryLockError};

use super::{MASK, Secrets, hidden};

static SEEN: LazyLock<Mutex<Secrets>> = LazyLock::new(Mutex::default);

/// Whether there is anything to hide.
static ANY: AtomicBool = AtomicBool::new(false);

/// Notes secrets for the rest of the process's life.
pub(super) fn add<'a>(values: impl IntoIterator<Item = &'a str>) {
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    for value in values {
        seen.add(value);
    }
    ANY.store(!seen.is_empty(), Ordering::Release);
}

/// Whether the process knows any secret.
pub(crate) fn anything_is_hidden() -> bool {
    ANY.load(Ordering::Acquire)
}

/// Hides what the process knows to be secret.
pub(crate) fn hide_in(text: &mut String) {
    if !anything_is_hidden() {
        return;
    }
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(hidden) = hidden(text, &mut [&mut seen]) {
        *text = hidden;
    }
}

/// Does the same where a thread is about to end, and may hold anything: it never waits.
pub(crate) fn hide_in_panic(text: &str) -> Cow<'_, str> {
    if !anything_is_hidden() {
        return Cow::Borrowed(text);
    }
    let mut seen = match SEEN.try_lock() {
        Ok(seen) => seen,
        Err(TryLockError::Poisoned(seen)) => seen.into_inner(),
        Err(TryLockError::WouldBlock) => return Cow::Borrowed(MASK),
    };
    hidden(text, &mut [&mut seen]).map_or(Cow::Borrowed(text), Cow::Owned)
}
