//! What the process's log and last words hide: every secret that any of its requests has seen.
//!
//! The log belongs to the process, and a line may come from anywhere, long after the request: so nothing is forgotten here. What a process
//! can remember has a bound all the same. One that has seen more secrets than that shows nothing of any text that may hold one.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError, TryLockError};

use super::{MASK, Secrets, hidden};

/// How many bytes of secrets are remembered: those of some hundred thousand passwords.
const MOST: usize = 16 << 20;

/// What a secret takes next to its bytes.
const EACH: usize = 64;

static SEEN: LazyLock<Mutex<Seen>> = LazyLock::new(Mutex::default);

/// Whether there is anything to hide.
static ANY: AtomicBool = AtomicBool::new(false);

#[derive(Default)]
struct Seen {
    secrets: Secrets,
    bytes: usize,
    /// Whether there were more than can be remembered.
    too_many: bool,
}

impl Seen {
    fn add(&mut self, value: &str) {
        if self.too_many || !self.secrets.add(value) {
            return;
        }
        self.bytes += value.len() + EACH;
        if self.bytes > MOST {
            *self = Self {
                too_many: true,
                ..Self::default()
            };
        }
    }

    /// A text without secrets; `None` if none is in it.
    fn hide(&mut self, text: &str) -> Option<String> {
        match self.too_many {
            true => Some(MASK.to_owned()),
            false => hidden(text, &mut [&mut self.secrets]),
        }
    }
}

/// Notes secrets for the rest of the process's life.
pub(super) fn add<'a>(values: impl IntoIterator<Item = &'a str>) {
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    for value in values {
        seen.add(value);
    }
    let any = seen.too_many || !seen.secrets.is_empty();
    ANY.store(any, Ordering::Release);
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
    if let Some(hidden) = seen.hide(text) {
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
    seen.hide(text).map_or(Cow::Borrowed(text), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_secrets_than_can_be_remembered_take_no_memory_and_hide_everything() {
        let mut seen = Seen::default();
        seen.add("s3cret");
        seen.add("s3cret");
        assert_eq!(seen.bytes, 6 + EACH);
        assert_eq!(seen.hide("no s3cret").as_deref(), Some("no ***"));
        assert_eq!(seen.hide("nothing"), None);
        let long = "x".repeat(MOST / 2);
        seen.add(&long);
        assert_eq!(seen.hide("nothing"), None);
        seen.add(&format!("{long}y"));
        assert!(seen.secrets.is_empty());
        assert_eq!(seen.hide("nothing").as_deref(), Some(MASK));
        seen.add("another");
        assert!(seen.secrets.is_empty());
    }
}
