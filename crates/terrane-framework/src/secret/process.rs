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

/// The maximum number of entries in the index of the secrets, enough for some hundred thousand passwords. They take 24 MiB.
const MOST_ENTRIES: usize = 1 << 20;

static SEEN: LazyLock<Mutex<Seen>> = LazyLock::new(Mutex::default);

/// Whether any secret is known.
static ANY: AtomicBool = AtomicBool::new(false);

#[derive(Default)]
struct Seen {
    secrets: Secrets,
    /// Whether the limit was exceeded.
    too_many: bool,
}

impl Seen {
    fn add(&mut self, secrets: &Secrets) {
        if self.too_many {
            return;
        }
        self.secrets.extend(secrets);
        if self.secrets.entries() > MOST_ENTRIES {
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

/// Hides secrets in a text, and cuts it to about `most` bytes.
fn hide(known: Option<KnownSecrets>, text: &mut String, most: usize) {
    match known {
        Some(known) => known.hide_in(text, most),
        None => MASK.clone_into(text),
    }
}

/// Notes secrets for the lifetime of the process.
pub(super) fn add(secrets: &Secrets) {
    lock(&SEEN).add(secrets);
    ANY.store(true, Ordering::Release);
}

/// Whether the process knows any secret.
pub(crate) fn anything_is_hidden() -> bool {
    ANY.load(Ordering::Acquire)
}

/// Hides the secrets of the process in a text, and cuts it to about `most` bytes.
pub(crate) fn hide_in(text: &mut String, most: usize) {
    if anything_is_hidden() {
        let known = lock(&SEEN).known();
        hide(known, text, most);
    }
}

/// Hides the secrets of the process in a part of printed text, which consists of whole lines.
pub(crate) fn hide_printed(text: &str, part: Range<usize>) -> Cow<'_, str> {
    if !anything_is_hidden() {
        return Cow::Borrowed(&text[part]);
    }
    let known = lock(&SEEN).known();
    let Some(known) = known else {
        return Cow::Borrowed(MASK);
    };
    // The first and the last line have line breaks around them, as the others have.
    let hidden = known.hide(&format!("\n{text}\n"), part.start + 1..part.end + 1);
    hidden.map_or(Cow::Borrowed(&text[part]), Cow::Owned)
}

/// Hides the secrets of the process in a panic message. The panicking thread may hold the lock, so this never waits: if the lock is taken, the mask replaces the text.
pub(crate) fn hide_in_panic(text: &mut String) {
    if !anything_is_hidden() {
        return;
    }
    match SEEN.try_lock() {
        Ok(seen) => hide(seen.known(), text, MOST_OF_A_TEXT),
        Err(TryLockError::Poisoned(seen)) => hide(seen.into_inner().known(), text, MOST_OF_A_TEXT),
        Err(TryLockError::WouldBlock) => MASK.clone_into(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_secrets_than_can_be_remembered_take_no_memory_and_hide_everything() {
        let hidden = |seen: &Seen, text: &str| {
            let mut text = text.to_owned();
            hide(seen.known(), &mut text, usize::MAX);
            text
        };
        let of = |value: &str| {
            let mut secrets = Secrets::default();
            secrets.add(value);
            secrets
        };
        let mut seen = Seen::default();
        seen.add(&of("s3cret"));
        seen.add(&of("s3cret"));
        assert_eq!(hidden(&seen, "no s3cret"), "no ***");
        assert_eq!(hidden(&seen, "nothing"), "nothing");
        let long: String = (0..2 * MOST_ENTRIES).map(|n| format!("{n:016x}")).collect();
        seen.add(&of(&long[..long.len() / 8]));
        assert_eq!(hidden(&seen, "nothing"), "nothing");
        seen.add(&of(&long));
        assert!(seen.secrets.is_empty());
        assert_eq!(hidden(&seen, "nothing"), MASK);
        seen.add(&of("another"));
        assert!(seen.secrets.is_empty());
    }
}
