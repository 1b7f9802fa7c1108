//! Sets of secrets, and the texts without them.

use std::ops::Range;

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
        let hidden = self.hide(start(text, most.saturating_add(OVERLAP)), 0..shown);
        if shown < text.len() {
            *text = cut(hidden.as_deref().unwrap_or(&text[..shown]), text.len());
        } else if let Some(hidden) = hidden {
            *text = hidden;
        }
    }

    /// Hides the secrets in a part of a text, also those that start before or end after it. Returns `None` if there are none.
    pub(super) fn hide(&self, text: &str, part: Range<usize>) -> Option<String> {
        let mut out: Option<String> = None;
        let mut end = part.start;
        for range in search(text.as_bytes(), &self.snapshot).ranges() {
            let range = whole_characters(text, range);
            let (start, until) = (range.start.max(part.start), range.end.min(part.end));
            if start >= until {
                continue;
            }
            if out.is_none() || start > end {
                let out = out.get_or_insert_with(|| String::with_capacity(part.len()));
                out.push_str(&text[end..start]);
                out.push_str(MASK);
            }
            end = until;
        }
        let mut out = out?;
        out.push_str(&text[end..part.end]);
        // The remaining text and the mask may together contain a secret.
        if self.contain_mask && !search(out.as_bytes(), &self.snapshot).is_empty() {
            MASK.clone_into(&mut out);
        }
        Some(out)
    }
}

/// Extends a range to whole characters, because a block of a secret may start or end within one. Blanks and line breaks around it are not secret.
fn whole_characters(text: &str, mut range: Range<usize>) -> Range<usize> {
    while !text.is_char_boundary(range.start) {
        range.start -= 1;
    }
    while !text.is_char_boundary(range.end) {
        range.end += 1;
    }
    let secret = &text[range.clone()];
    let end = range.start + secret.trim_end().len();
    end - secret.trim().len()..end
}
