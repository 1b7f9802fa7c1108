//! The secrets of all requests of the process, which are hidden in the log and in panic messages.
//!
//! A line can be logged long after its request, so secrets are never dropped. Their memory is limited all the same: beyond the limit, the mask
//! replaces every text.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, TryLockError};

use super::set::{KnownSecrets, MASK, Secrets};
use crate::locks::lock;
use crate::text::MOST_OF_A_TEXT;

/// The maximum number of entries in the index of the secrets, enough for some hundred thousand passwords.
const MAX_ENTRIES: usize = 1 << 20;

static PROCESS_SECRETS: LazyLock<Mutex<ProcessSecrets>> = LazyLock::new(Mutex::default);

/// Whether any secret is known.
static HAS_SECRETS: AtomicBool = AtomicBool::new(false);

#[derive(Default)]
struct ProcessSecrets {
    secrets: Secrets,
    /// Whether the limit was exceeded.
    too_many: bool,
}

impl ProcessSecrets {
    fn add(&mut self, secrets: &Secrets) {
        if self.too_many {
            return;
        }
        self.secrets.extend(secrets);
        if self.secrets.entries() > MAX_ENTRIES {
            *self = Self {
                too_many: true,
                ..Self::default()
            };
        }
    }

    /// Returns the known secrets. `None` if there are too many.
    fn known(&self) -> Option<KnownSecrets> {
        (!self.too_many).then(|| [&self.secrets].into_iter().collect())
    }
}

/// Hides secrets in a text, and cuts it to about `max_bytes` bytes.
fn hide(known: Option<KnownSecrets>, text: &mut String, max_bytes: usize) {
    match known {
        Some(known) => known.hide_in(text, max_bytes),
        None => MASK.clone_into(text),
    }
}

/// Notes secrets for the lifetime of the process.
pub(super) fn add(secrets: &Secrets) {
    // First the secret, then the flag: who sees the flag finds the secret.
    lock(&PROCESS_SECRETS).add(secrets);
    HAS_SECRETS.store(true, Ordering::Release);
}

/// Returns whether the process knows any secret.
pub(crate) fn has_secrets() -> bool {
    HAS_SECRETS.load(Ordering::Acquire)
}

/// Hides the secrets of the process in a text, and cuts it to about `max_bytes` bytes.
pub(crate) fn hide_in(text: &mut String, max_bytes: usize) {
    if has_secrets() {
        let known = lock(&PROCESS_SECRETS).known();
        hide(known, text, max_bytes);
    }
}

/// Hides the secrets of the process in a part of printed text, which consists of whole lines.
pub(crate) fn hide_printed(text: &str, part: Range<usize>) -> Cow<'_, str> {
    if !has_secrets() {
        return Cow::Borrowed(&text[part]);
    }
    let known = lock(&PROCESS_SECRETS).known();
    let Some(known) = known else {
        return Cow::Borrowed(MASK);
    };
    // The first and the last line have line breaks around them, as the others have.
    let hidden = known.hide(&format!("\n{text}\n"), part.start + 1..part.end + 1);
    hidden.map_or(Cow::Borrowed(&text[part]), Cow::Owned)
}

/// Hides the secrets of the process in a panic message. The panicking thread may hold the lock, so this never waits: if the lock is taken, the mask replaces the text.
pub(crate) fn hide_in_panic(text: &mut String) {
    if !has_secrets() {
        return;
    }
    let secrets = match PROCESS_SECRETS.try_lock() {
        Ok(secrets) => secrets,
        Err(TryLockError::Poisoned(secrets)) => secrets.into_inner(),
        Err(TryLockError::WouldBlock) => return MASK.clone_into(text),
    };
    hide(secrets.known(), text, MOST_OF_A_TEXT);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_secrets_than_can_be_remembered_take_no_memory_and_hide_everything() {
        let hidden = |seen: &ProcessSecrets, text: &str| {
            let mut text = text.to_owned();
            hide(seen.known(), &mut text, usize::MAX);
            text
        };
        let of = |value: &str| {
            let mut secrets = Secrets::default();
            secrets.add(value);
            secrets
        };
        let mut seen = ProcessSecrets::default();
        seen.add(&of("s3cret"));
        seen.add(&of("s3cret"));
        assert_eq!(hidden(&seen, "no s3cret"), "no ***");
        assert_eq!(hidden(&seen, "nothing"), "nothing");
        let long: String = (0..2 * MAX_ENTRIES).map(|n| format!("{n:016x}")).collect();
        seen.add(&of(&long[..long.len() / 8]));
        assert_eq!(hidden(&seen, "nothing"), "nothing");
        seen.add(&of(&long));
        assert!(seen.secrets.is_empty());
        assert_eq!(hidden(&seen, "nothing"), MASK);
        seen.add(&of("another"));
        assert!(seen.secrets.is_empty());
    }
}
