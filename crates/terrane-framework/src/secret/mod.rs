//! Hides secrets in all texts for people: log lines, diagnostics and messages. A secret is found by its value.
//!
//! Secrets are noted when a value of a schema is decoded or encoded. The log hides the secrets of all requests of the process. The last step of the
//! server hides, in each answer, the secrets of the request and of the provider's configuration. If no schema has secrets, nothing is noted and
//! nothing is searched.

mod collect;
mod forms;
mod index;
mod process;
mod request;
mod view;

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use self::index::Index;
pub(crate) use self::process::{anything_is_hidden, hide_in, hide_in_panic};
pub use self::request::note;
pub(crate) use self::request::{Noting, OfRequest, each, hide, note_opened, note_stored, noting};
use self::view::View;

/// The replacement of a secret.
///
/// It is shorter than any secret, so it contains none.
pub(crate) const MASK: &str = "***";

/// A set of secrets, and the index to search for them.
#[derive(Default)]
pub(crate) struct Secrets {
    known: HashSet<Arc<str>>,
    /// The known secrets that are not indexed yet. Indexing is deferred to the first search, which most secrets never see.
    fresh: Vec<Arc<str>>,
    index: Index,
}

impl Secrets {
    /// Notes a secret. Returns `false` if it is known already, or too short or common to be hidden.
    pub(crate) fn add(&mut self, value: &str) -> bool {
        let Some(text) = forms::essence(value) else {
            return false;
        };
        if self.known.contains(text) {
            return false;
        }
        let text: Arc<str> = text.into();
        self.fresh.push(Arc::clone(&text));
        self.known.insert(text)
    }

    /// Notes all secrets of another set.
    pub(crate) fn extend(&mut self, others: Self) {
        for text in others.known {
            self.add(&text);
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    fn find(&mut self, bytes: &[u8], found: impl FnMut(Range<usize>)) {
        for text in self.fresh.drain(..) {
            forms::each(&text, |form| self.index.add(form));
        }
        self.index.find(bytes, found);
    }
}

/// Hides the secrets of several sets in a text. Returns `None` if the text contains none.
pub(crate) fn hidden(text: &str, sets: &mut [&mut Secrets]) -> Option<String> {
    let ranges = find(text, sets);
    if ranges.is_empty() {
        return None;
    }
    let mut out = String::with_capacity(text.len());
    let mut end = 0;
    for range in ranges {
        out.push_str(&text[end..range.start]);
        out.push_str(MASK);
        end = range.end;
    }
    out.push_str(&text[end..]);
    // The remaining text and the mask may together contain a secret.
    if find(&out, sets).is_empty() {
        Some(out)
    } else {
        Some(MASK.to_owned())
    }
}

/// Finds the ranges of secrets, in order and without overlaps.
fn find(text: &str, sets: &mut [&mut Secrets]) -> Vec<Range<usize>> {
    if sets.iter().all(|set| set.is_empty()) {
        return Vec::new();
    }
    let mut ranges = Vec::new();
    for set in &mut *sets {
        set.find(text.as_bytes(), |range| ranges.push(range));
    }
    for view in View::all(text.as_bytes()) {
        for set in &mut *sets {
            set.find(view.bytes(), |range| ranges.push(view.origin(&range)));
        }
    }
    ranges.sort_unstable_by_key(|range| range.start);
    let mut merged: Vec<Range<usize>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match merged.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}

#[cfg(test)]
mod tests;
