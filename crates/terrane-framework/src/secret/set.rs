//! Sets of secrets, and the texts without them.

use super::forms;
use super::index::{Index, Snapshot};
use super::search::{OVERLAP, search};
use crate::text::{cut, start};

/// The replacement of a secret.
///
/// It is shorter than any secret, so it contains none.
pub(crate) const MASK: &str = "***";

/// A set of secrets.
#[derive(Default)]
pub(crate) struct Secrets {
    index: Index,
    /// Whether a secret contains the character of the mask.
    contain_mask: bool,
}

/// The secrets of some sets at one time.
#[derive(Default)]
pub(crate) struct KnownSecrets {
    snapshot: Snapshot,
    contain_mask: bool,
}

impl Secrets {
    /// Notes a secret, unless it is too short or too common to be hidden.
    pub(crate) fn add(&mut self, value: &str) {
        let Some(text) = forms::essence(value) else {
            return;
        };
        if !self.index.remember(text.as_bytes()) {
            return;
        }
        forms::each(text, |form| {
            self.contain_mask |= form.contains(&MASK.as_bytes()[0]);
            self.index.add(form);
        });
    }

    /// Whether a secret has been noted.
    pub(super) fn knows(&self, value: &str) -> bool {
        forms::essence(value).is_some_and(|text| self.index.remembers(text.as_bytes()))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.index.entries() == 0
    }

    /// The number of entries of the index, to which the memory is proportional.
    pub(super) fn entries(&self) -> usize {
        self.index.entries()
    }

    /// Notes all secrets of another set.
    pub(crate) fn extend(&mut self, others: &Self) {
        self.contain_mask |= others.contain_mask;
        self.index.extend(&others.index);
    }
}

impl<'a> FromIterator<&'a Secrets> for KnownSecrets {
    fn from_iter<T: IntoIterator<Item = &'a Secrets>>(sets: T) -> Self {
        let mut contain_mask = false;
        let sets = sets.into_iter();
        Self {
            snapshot: sets
                .inspect(|set| contain_mask |= set.contain_mask)
                .map(|set| &set.index)
                .collect(),
            contain_mask,
        }
    }
}

impl KnownSecrets {
    /// Hides the secrets in a text, and cuts it to about `most` bytes.
    pub(crate) fn hide_in(&self, text: &mut String, most: usize) {
        let shown = start(text, most).len();
        let hidden = self.hide(start(text, most.saturating_add(OVERLAP)), shown);
        if shown < text.len() {
            *text = cut(hidden.as_deref().unwrap_or(&text[..shown]), text.len());
        } else if let Some(hidden) = hidden {
            *text = hidden;
        }
    }

    /// Hides the secrets in the first `length` bytes of a text, also those that end after them. Returns `None` if there are none.
    fn hide(&self, text: &str, length: usize) -> Option<String> {
        let mut out: Option<String> = None;
        let mut end = 0;
        let found = search(text.as_bytes(), &self.snapshot);
        for range in found.ranges().take_while(|range| range.start < length) {
            // A block of a secret may start or end within a character.
            let mut start = range.start;
            while !text.is_char_boundary(start) {
                start -= 1;
            }
            if out.is_none() || start > end {
                let out = out.get_or_insert_with(|| String::with_capacity(length));
                out.push_str(&text[end..start]);
                out.push_str(MASK);
            }
            end = range.end;
            while !text.is_char_boundary(end) {
                end += 1;
            }
        }
        let mut out = out?;
        out.push_str(&text[end.min(length)..length]);
        // The remaining text and the mask may together contain a secret.
        if self.contain_mask && !search(out.as_bytes(), &self.snapshot).is_empty() {
            MASK.clone_into(&mut out);
        }
        Some(out)
    }
}
