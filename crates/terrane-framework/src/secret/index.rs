//! Searches for many texts at once.

use std::collections::HashMap;
use std::ops::Range;

/// The number of leading bytes by which short texts are indexed. Shorter texts cannot be searched for.
pub(super) const START: usize = 4;

/// The number of leading bytes by which longer texts are indexed, because tokens of one kind often share a short prefix.
const LONG_START: usize = 8;

/// An index of texts to search for. A text can be added at any time without a rebuild.
#[derive(Default)]
pub(super) struct Index {
    /// The first bytes of all texts. Most positions of a searched text are skipped because of this table alone.
    first: Option<Box<[bool; 256]>>,
    long: ByStart<LONG_START>,
    short: ByStart<START>,
}

/// Texts by their leading bytes, the longest first.
type ByStart<const N: usize> = HashMap<[u8; N], Vec<Box<str>>>;

impl Index {
    /// Adds a text of at least [`START`] bytes.
    pub(super) fn add(&mut self, text: &str) {
        let Some(start) = text.as_bytes().first_chunk::<START>() else {
            return;
        };
        let first = self.first.get_or_insert_with(|| Box::new([false; 256]));
        first[usize::from(start[0])] = true;
        let texts = match text.as_bytes().first_chunk() {
            Some(start) => self.long.entry(*start).or_default(),
            None => self.short.entry(*start).or_default(),
        };
        let found =
            texts.binary_search_by(|other| (text.len(), text).cmp(&(other.len(), &**other)));
        if let Err(at) = found {
            texts.insert(at, text.into());
        }
    }

    /// Finds the longest text at each position. Matches may overlap.
    pub(super) fn find(&self, bytes: &[u8], mut found: impl FnMut(Range<usize>)) {
        let Some(first) = &self.first else { return };
        for at in 0..bytes.len() {
            if !first[usize::from(bytes[at])] {
                continue;
            }
            let rest = &bytes[at..];
            if let Some(text) = longest(&self.long, rest).or_else(|| longest(&self.short, rest)) {
                found(at..at + text.len());
            }
        }
    }
}

/// Returns the longest text that `bytes` start with.
fn longest<'a, const N: usize>(texts: &'a ByStart<N>, bytes: &[u8]) -> Option<&'a str> {
    let texts = texts.get(bytes.first_chunk()?)?;
    let mut texts = texts.iter().map(AsRef::as_ref);
    texts.find(|text: &&str| bytes.starts_with(text.as_bytes()))
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
    fn short_and_long_texts_are_found_next_to_each_other() {
        let texts = ["abcd", "abcdefg", "abcdefgh", "abcdefghij", "abcdefghxx"];
        assert_eq!(
            found(&texts, "abcdefghij abcdefghi abcdefgx abcdx"),
            [0..10, 11..19, 21..28, 30..34]
        );
    }

    #[test]
    fn equal_texts_are_kept_once() {
        let mut index = Index::default();
        for text in [
            "ghp_1234",
            "ghp_5678",
            "ghp_1234",
            "ghp_",
            "ghp_",
            "ghp_123456",
        ] {
            index.add(text);
        }
        let kept = |texts: &Vec<Box<str>>| texts.len();
        assert_eq!(index.short.values().map(kept).sum::<usize>(), 1);
        assert_eq!(index.long.values().map(kept).sum::<usize>(), 3);
        assert_eq!(index.long.values().map(kept).max(), Some(2));
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
