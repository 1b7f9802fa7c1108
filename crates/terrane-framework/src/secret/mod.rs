//! Secrets that cannot reach a person: whatever a schema calls sensitive is found, by its value, in what leaves the process as text.
//!
//! A secret is noted where a value of a schema is decoded or encoded. Two places look for it: the log, which hides what any request of
//! the process has seen, and the server's last step, which hides from an answer what its own request and the provider's configuration
//! hold. Where a schema has no secrets nothing is noted, and where nothing was noted nothing is searched.

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

/// What stands where a secret was.
///
/// It is shorter than any secret, so no secret is in it.
pub(crate) const MASK: &str = "***";

/// Secrets, and where they are in a text.
#[derive(Default)]
pub(crate) struct Secrets {
    known: HashSet<Arc<str>>,
    /// Those of the known ones that are not in the index: most are never looked for.
    fresh: Vec<Arc<str>>,
    index: Index,
}

impl Secrets {
    /// Notes a secret; `false` if it is known, or nothing to look for.
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

    /// Notes those of another.
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

/// Hides all secrets of several sets in a text; `None` if none is in it.
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
    // What is left may be a secret together with the mask.
    if find(&out, sets).is_empty() {
        Some(out)
    } else {
        Some(MASK.to_owned())
    }
}

/// Finds where secrets are, in order, without overlaps.
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
