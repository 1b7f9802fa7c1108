//! The secrets of all requests of the process, which are hidden in the log and in panic messages.
//!
//! A line can be logged long after its request, so secrets are never dropped. Their memory is limited all the same: beyond the limit, the mask
//! replaces every text.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError, TryLockError};

use super::{MASK, Secrets, hidden};

/// The maximum memory for secrets, enough for some hundred thousand passwords.
const MOST: usize = 16 << 20;

/// The overhead of each secret besides its bytes.
const EACH: usize = 64;

static SEEN: LazyLock<Mutex<Seen>> = LazyLock::new(Mutex::default);

/// Whether any secret is known.
static ANY: AtomicBool = AtomicBool::new(false);

#[derive(Default)]
struct Seen {
    secrets: Secrets,
    bytes: usize,
    /// Whether the limit was exceeded.
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

    /// Hides secrets in a text. Returns `None` if the text contains none.
    fn hide(&mut self, text: &str) -> Option<String> {
        match self.too_many {
            true => Some(MASK.to_owned()),
            false => hidden(text, &mut [&mut self.secrets]),
        }
    }
}

/// Notes secrets for the lifetime of the process.
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

/// Hides the secrets of the process in a text.
pub(crate) fn hide_in(text: &mut String) {
    if !anything_is_hidden() {
        return;
    }
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(hidden) = seen.hide(text) {
        *text = hidden;
    }
}

/// Does the same for a panic message. The panicking thread may hold the lock, so this never waits: if the lock is taken, the mask replaces the text.
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
