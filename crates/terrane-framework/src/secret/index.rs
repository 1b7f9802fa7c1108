//! Searches for many texts at once, by fingerprints of their parts.
//!
//! A text of fewer than [`BLOCK`] bytes is one part. A longer text is split into blocks, and each block is found by itself. The first [`SHORTEST`] bytes
//! of a part lead to the lengths of the parts that start with them. So the cost of a position of the searched text does not depend on the number of
//! texts, and a search reads at most [`BLOCK`] bytes ahead.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::ops::Range;
use std::sync::{Arc, LazyLock};

use foldhash::{HashMap, HashSet};

/// The minimum length of a text that can be searched for.
pub(super) const SHORTEST: usize = 4;

/// The length of the blocks of a longer text.
pub(super) const BLOCK: usize = 32;

/// A random number that all fingerprints depend on, so that nobody can make texts with equal fingerprints.
static KEY: LazyLock<RandomState> = LazyLock::new(RandomState::new);

/// A set of texts to search for. A text can be added at any time.
#[derive(Default)]
pub(super) struct Index(Arc<Parts>);

/// The texts of some indexes at one time.
#[derive(Default)]
pub(crate) struct Snapshot(Vec<Arc<Parts>>);

#[derive(Default, Clone)]
struct Parts {
    /// A bit for each pair of bytes that starts a part, because most positions of a searched text start none. Empty without parts.
    pairs: Vec<u64>,
    /// The lengths of the parts by their first bytes: bit `n` stands for `n` bytes.
    lengths: HashMap<[u8; SHORTEST], u64>,
    /// The fingerprints of the parts.
    parts: HashSet<u64>,
    /// The fingerprints of the texts that are remembered, and not searched for.
    remembered: HashSet<u64>,
}

impl Index {
    /// Remembers a text that is not searched for itself. Returns `false` if it is remembered already.
    pub(super) fn remember(&mut self, text: &[u8]) -> bool {
        !self.remembers(text) && self.parts().remembered.insert(fingerprint(text))
    }

    pub(super) fn remembers(&self, text: &[u8]) -> bool {
        self.0.remembered.contains(&fingerprint(text))
    }

    /// Adds a text of at least [`SHORTEST`] bytes.
    pub(super) fn add(&mut self, text: &[u8]) {
        let Some(last) = text.len().checked_sub(BLOCK) else {
            return self.parts().add(text);
        };
        for at in (0..last).step_by(BLOCK).chain([last]) {
            self.parts().add(&text[at..at + BLOCK]);
        }
    }

    /// Adds all texts of another index.
    pub(super) fn extend(&mut self, other: &Self) {
        let (known, new) = (&self.0, &other.0);
        if !new.parts.is_subset(&known.parts) || !new.remembered.is_subset(&known.remembered) {
            self.parts().extend(new);
        }
    }

    /// The number of entries, to which the memory of the index is proportional.
    pub(super) fn entries(&self) -> usize {
        self.0.parts.len() + self.0.remembered.len()
    }

    /// Returns the parts for a change. Those of a snapshot are copied first.
    fn parts(&mut self) -> &mut Parts {
        Arc::make_mut(&mut self.0)
    }
}

impl<'a> FromIterator<&'a Index> for Snapshot {
    fn from_iter<T: IntoIterator<Item = &'a Index>>(indexes: T) -> Self {
        let parts = indexes.into_iter().map(|index| Arc::clone(&index.0));
        Self(parts.filter(|parts| !parts.parts.is_empty()).collect())
    }
}

impl Snapshot {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Finds the longest text at each position, and the blocks of longer texts. Matches may overlap.
    pub(super) fn find(&self, bytes: &[u8], mut found: impl FnMut(Range<usize>)) {
        for at in 0..bytes.len() {
            let indexes = self.0.iter();
            if let Some(length) = indexes.filter_map(|it| it.longest(&bytes[at..])).max() {
                found(at..at + length);
            }
        }
    }
}

impl Parts {
    /// Adds a text of at most [`BLOCK`] bytes. One of fewer than [`SHORTEST`] bytes is not searched for.
    fn add(&mut self, part: &[u8]) {
        if let Some(start) = part.first_chunk() {
            self.pass(start);
            *self.lengths.entry(*start).or_default() |= 1 << part.len();
            self.parts.insert(fingerprint(part));
        }
    }

    fn extend(&mut self, other: &Self) {
        for (start, lengths) in &other.lengths {
            self.pass(start);
            *self.lengths.entry(*start).or_default() |= lengths;
        }
        self.parts.extend(&other.parts);
        self.remembered.extend(&other.remembered);
    }

    /// Notes the pair of bytes that starts a part.
    fn pass(&mut self, start: &[u8; SHORTEST]) {
        self.pairs.resize((1 << 16) / 64, 0);
        let (word, bit) = pair(start);
        self.pairs[word] |= bit;
    }

    /// Returns the length of the longest part at the start of `bytes`.
    #[inline]
    fn longest(&self, bytes: &[u8]) -> Option<usize> {
        let start = bytes.first_chunk()?;
        let (word, bit) = pair(start);
        if self.pairs.get(word)? & bit == 0 {
            return None;
        }
        let lengths = *self.lengths.get(start)?;
        let mut hasher = KEY.build_hasher();
        let mut longest = None;
        for (length, byte) in (1..=BLOCK).zip(bytes) {
            hasher.write_u8(*byte);
            if lengths >> length & 1 == 1 && self.parts.contains(&hasher.finish()) {
                longest = Some(length);
            }
        }
        longest
    }
}

/// Returns the word and the bit of the pair of bytes that starts a part.
fn pair(start: &[u8; SHORTEST]) -> (usize, u64) {
    let pair = usize::from(u16::from_le_bytes([start[0], start[1]]));
    (pair / 64, 1 << (pair % 64))
}

/// The fingerprint of a text: it does not show the text.
fn fingerprint(text: &[u8]) -> u64 {
    let mut hasher = KEY.build_hasher();
    for byte in text {
        hasher.write_u8(*byte);
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(texts: &[&str]) -> Index {
        let mut index = Index::default();
        for text in texts {
            index.add(text.as_bytes());
        }
        index
    }

    fn found(texts: &[&str], within: &str) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let snapshot: Snapshot = [&index(texts)].into_iter().collect();
        snapshot.find(within.as_bytes(), |range| found.push(range));
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
    fn texts_of_every_length_are_found_next_to_each_other() {
        let text: String = ('A'..='Z').chain('a'..='z').collect();
        let texts: Vec<&str> = (SHORTEST..BLOCK).map(|length| &text[..length]).collect();
        for length in SHORTEST..BLOCK {
            assert!(found(&texts, &text[..length]).iter().eq([&(0..length)]));
            let longer = &texts[length + 1 - SHORTEST..];
            assert_eq!(found(longer, &text[..length]), [], "{length}");
            let other = format!("{}.", &text[..length - 1]);
            assert_eq!(found(&texts[length - SHORTEST..], &other), [], "{length}");
        }
    }

    #[test]
    fn longer_texts_are_found_in_blocks() {
        let text: String = ('!'..='~').collect();
        let whole = |text: &str| {
            let mut end = 0;
            for part in found(&[text], text) {
                assert!(part.start <= end, "{part:?} after {end}");
                end = part.end;
            }
            end == text.len()
        };
        for length in BLOCK..text.len() {
            assert!(whole(&text[..length]), "{length}");
        }
        let block = found(&[&text], &text[BLOCK..2 * BLOCK]);
        assert!(block.iter().eq([&(0..BLOCK)]));
        assert_eq!(found(&[&text], &text[..BLOCK - 1]), []);
    }

    #[test]
    fn equal_texts_are_kept_once() {
        let texts = [
            "ghp_1234",
            "ghp_5678",
            "ghp_",
            "ghp_123456",
            &"x".repeat(100),
        ];
        let mut once = index(&texts);
        let entries = once.entries();
        once.extend(&index(&texts));
        once.extend(&index(&[]));
        assert_eq!(once.entries(), entries);
        assert_eq!(once.0.lengths.len(), 2);
        assert!(once.remember(b"ghp_") && !once.remember(b"ghp_"));
    }

    #[test]
    fn an_index_of_many_texts_finds_them_all() {
        let text = |number: usize| format!("{number:05}-token");
        let mut one = Index::default();
        let mut other = Index::default();
        let snapshot = |indexes: &[&Index]| indexes.iter().copied().collect::<Snapshot>();
        let early = snapshot(&[&one]);
        for number in 0..5000 {
            let index = if number % 2 == 0 {
                &mut one
            } else {
                &mut other
            };
            index.add(text(number).as_bytes());
        }
        let both = snapshot(&[&one, &other, &Index::default()]);
        one.extend(&other);
        let all = snapshot(&[&one]);
        let count = |snapshot: &Snapshot, text: &str| {
            let mut count = 0;
            snapshot.find(text.as_bytes(), |_| count += 1);
            count
        };
        for number in 0..5000 {
            assert_eq!(count(&all, &text(number)), 1, "{number}");
            assert_eq!(count(&both, &text(number)), 1, "{number}");
        }
        assert_eq!(count(&all, &text(5000)), 0);
        assert_eq!(count(&early, &text(0)), 0);
        assert!(early.is_empty() && !all.is_empty());
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
