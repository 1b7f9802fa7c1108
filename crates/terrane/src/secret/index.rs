//! Finding any of many texts at once.

use std::collections::HashMap;
use std::ops::Range;

/// How many bytes of a text it is found by: shorter ones cannot be looked for.
pub(super) const START: usize = 4;

/// Texts to look for; new ones can come at any time, without anything being built anew.
#[derive(Default)]
pub(super) struct Index {
    /// Which bytes a text begins with: most places in what is searched are ruled out by this alone.
    first: Option<Box<[bool; 256]>>,
    /// The texts by how they begin, longer ones before shorter ones.
    by_start: HashMap<[u8; START], Vec<Box<str>>>,
}

impl Index {
    /// Adds a text of at least [`START`] bytes.
    pub(super) fn add(&mut self, text: &str) {
        let Some(start) = text.as_bytes().first_chunk::<START>() else {
            return;
        };
        let first = self.first.get_or_insert_with(|| Box::new([false; 256]));
        first[usize::from(start[0])] = true;
        let texts = self.by_start.entry(*start).or_default();
        let at = texts.partition_point(|other| other.len() >= text.len());
        texts.insert(at, text.into());
    }

    /// Finds where the texts are, those included that overlap.
    pub(super) fn find(&self, bytes: &[u8], mut found: impl FnMut(Range<usize>)) {
        let Some(first) = &self.first else { return };
        for at in 0..bytes.len() {
            if !first[usize::from(bytes[at])] {
                continue;
            }
            let rest = &bytes[at..];
            let longest = rest
                .first_chunk()
                .and_then(|start| self.by_start.get(start))
                .and_then(|texts| texts.iter().find(|text| rest.starts_with(text.as_bytes())));
            if let Some(text) = longest {
                found(at..at + text.len());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(texts: &[&str], within: &str) -> Vec<Range<usize>> {
        let mut index = Index::default();
        for text in texts {
            index.add(text);
        }
        let mut found = Vec::new();
        index.find(within.as_bytes(), |range| found.push(range));
        found
    }

    #[test]
    fn every_place_is_found_with_the_longest_text_there() {
        assert_eq!(
            found(&["abcd", "abcdef", "abcdxx"], "abcdefabcd"),
            [0..6, 6..10]
        );
    }

    #[test]
    fn texts_that_overlap_are_both_found() {
        assert_eq!(found(&["abcd", "cdef"], "xabcdef"), [1..5, 3..7]);
        assert_eq!(found(&["aaaa"], "aaaaaa"), [0..4, 1..5, 2..6]);
    }

    #[test]
    fn nothing_is_found_where_nothing_is() {
        for within in ["", "abc", "abcx", "bcd"] {
            assert_eq!(found(&["abcd"], within), [], "{within}");
        }
        assert_eq!(found(&[], "abcd"), []);
        assert_eq!(found(&["abc"], "abcd"), [], "too short to be looked for");
    }
}
