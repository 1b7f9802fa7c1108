//! Searches for many texts at once, by fingerprints of their parts.
//!
//! A text of fewer than [`BLOCK`] bytes is found as a whole. Its first 4, 8 or 16 bytes lead to the lengths of the texts that start with them, and its
//! last bytes confirm it. A longer text is split into blocks, and each block is found by itself. So each position of the searched text costs a few
//! look-ups, however many texts there are and however many of them start equally, and a search reads at most [`BLOCK`] bytes ahead.

use std::hash::{BuildHasher, RandomState};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, LazyLock};

/// The minimum length of a text that can be searched for.
pub(super) const SHORTEST: usize = 4;

/// The length of the blocks of a longer text.
pub(super) const BLOCK: usize = 32;

/// The number of starts of a text that lead to it. The first one has [`SHORTEST`] bytes, and each further one twice as many.
const STARTS: usize = 3;

/// The number of bits for the facts of an entry. The other bits are the fingerprint.
///
/// The lowest facts of a start of `n` bytes are the lengths of the texts that have this start: bit `i` stands for `n + i`.
const FACTS: u32 = 16;

/// The fact that longer texts have this start of 4 or 8 bytes.
const LONGER: u64 = 1 << 8;

/// The fact that blocks have this start of 4 bytes.
const BLOCKS: u64 = 1 << 9;

/// The fact of an entry that has no others.
const KNOWN: u64 = 1;

/// The number of slots of the smallest table. At most half of the slots are used.
const FEWEST_SLOTS: usize = 64;

/// A random number that all hashes depend on, so that nobody can make texts with equal fingerprints.
static KEY: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one(FACTS) | 1);

/// A set of texts to search for. A text can be added at any time.
#[derive(Default)]
pub(super) struct Index {
    table: Option<Arc<Table>>,
    /// The number of entries.
    entries: usize,
    /// The first [`SHORTEST`] bytes of all texts.
    starts: Vec<u32>,
}

/// The texts of some indexes at one time. Texts that are added later may be found too.
#[derive(Default)]
pub(crate) struct Snapshot(Vec<Arc<Table>>);

/// Entries by their fingerprints, with open addressing. An entry is never removed, so a search needs no lock.
struct Table {
    key: u64,
    slots: Box<[AtomicU64]>,
    /// Passes the starts of [`SHORTEST`] bytes. Most positions of a searched text are skipped because of it alone.
    starts: Filter,
}

impl Index {
    /// Remembers a text that is not searched for itself. Returns `false` if it is remembered already.
    pub(super) fn remember(&mut self, text: &[u8]) -> bool {
        self.enter(remembered_hash(text), KNOWN) == 0
    }

    pub(super) fn remembers(&self, text: &[u8]) -> bool {
        let table = self.table.as_ref();
        table.is_some_and(|table| table.facts(remembered_hash(text)) != 0)
    }

    /// Adds a text of at least [`SHORTEST`] bytes.
    pub(super) fn add(&mut self, text: &[u8]) {
        if text.len() < BLOCK {
            if text.len() >= SHORTEST {
                self.add_short(text);
            }
            return;
        }
        let last = text.len() - BLOCK;
        for at in (0..last).step_by(BLOCK).chain([last]) {
            let block = &text[at..at + BLOCK];
            self.add_start(block);
            self.enter(start_hash(*KEY, &block[..SHORTEST]), BLOCKS);
            self.enter(start_hash(*KEY, block), KNOWN);
        }
    }

    fn add_short(&mut self, text: &[u8]) {
        self.add_start(text);
        let mut start = SHORTEST;
        while text.len() >= 2 * start {
            self.enter(start_hash(*KEY, &text[..start]), LONGER);
            start *= 2;
        }
        let hash = start_hash(*KEY, &text[..start]);
        self.enter(hash, 1 << (text.len() - start));
        self.enter(whole_hash(*KEY, hash, start, text), KNOWN);
    }

    /// Lets the filter pass the start of a text.
    fn add_start(&mut self, text: &[u8]) {
        let start = start_of(text);
        let hash = start_hash(*KEY, &text[..SHORTEST]);
        let table = self.with_room();
        if table.facts(hash) == 0 {
            table.starts.pass(start);
            self.starts.push(start);
        }
    }

    /// Adds all texts of another index.
    pub(super) fn extend(&mut self, other: &Self) {
        for start in &other.starts {
            self.add_start(&start.to_le_bytes());
        }
        for entry in other.table.iter().flat_map(|table| table.entries()) {
            self.enter(entry, facts(entry));
        }
    }

    /// The number of entries, to which the memory of the index is proportional.
    pub(super) fn entries(&self) -> usize {
        self.entries
    }

    /// Adds facts to the entry of a hash. Returns the earlier facts.
    fn enter(&mut self, hash: u64, more: u64) -> u64 {
        let slot = self.with_room().slot(hash);
        let entry = slot.load(Relaxed);
        slot.store(fingerprint(hash) << FACTS | facts(entry) | more, Relaxed);
        self.entries += usize::from(entry == 0);
        facts(entry)
    }

    /// Returns the table, with room for another entry.
    fn with_room(&mut self) -> &Table {
        let table = match self.table.take() {
            None => Arc::new(Table::new(FEWEST_SLOTS)),
            Some(table) if 2 * self.entries >= table.slots.len() => {
                let grown = Table::new(2 * table.slots.len());
                for entry in table.entries() {
                    grown.slot(entry).store(entry, Relaxed);
                }
                self.starts.iter().for_each(|it| grown.starts.pass(*it));
                Arc::new(grown)
            }
            Some(table) => table,
        };
        self.table.insert(table)
    }
}

impl<'a> FromIterator<&'a Index> for Snapshot {
    fn from_iter<T: IntoIterator<Item = &'a Index>>(indexes: T) -> Self {
        let tables = indexes.into_iter().filter_map(|index| index.table.clone());
        Self(tables.collect())
    }
}

impl Snapshot {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Finds the longest text of each index at each position, and the blocks of longer texts. Matches may overlap. Those of an index are in order.
    pub(super) fn find(&self, bytes: &[u8], mut found: impl FnMut(Range<usize>)) {
        for table in &self.0 {
            for (at, start) in bytes.windows(SHORTEST).enumerate() {
                if table.starts.passes(start_of(start))
                    && let Some(length) = table.longest(&bytes[at..])
                {
                    found(at..at + length);
                }
            }
        }
    }
}

impl Table {
    fn new(slots: usize) -> Self {
        Self {
            key: *KEY,
            slots: zeros(slots),
            starts: Filter::new(slots),
        }
    }

    fn entries(&self) -> impl Iterator<Item = u64> {
        let entries = self.slots.iter().map(|slot| slot.load(Relaxed));
        entries.filter(|entry| *entry != 0)
    }

    /// Returns the slot of the entry of a hash, or the empty slot for it.
    fn slot(&self, hash: u64) -> &AtomicU64 {
        let fingerprint = fingerprint(hash);
        let mut at = low_bits(fingerprint);
        loop {
            let slot = &self.slots[at & (self.slots.len() - 1)];
            let entry = slot.load(Relaxed);
            if entry == 0 || entry >> FACTS == fingerprint {
                return slot;
            }
            at += 1;
        }
    }

    fn facts(&self, hash: u64) -> u64 {
        facts(self.slot(hash).load(Relaxed))
    }

    /// Returns the length of the longest text, or of the block, at the start of `bytes`.
    // A call from the loop of `find` is rare, and would make the loop slower if it was inlined.
    #[inline(never)]
    fn longest(&self, bytes: &[u8]) -> Option<usize> {
        let mut start = SHORTEST;
        let mut hash = start_hash(self.key, &bytes[..start]);
        let mut facts = self.facts(hash);
        if facts & BLOCKS != 0
            && let Some(block) = bytes.get(..BLOCK)
            && self.facts(start_hash(self.key, block)) != 0
        {
            return Some(BLOCK);
        }
        // The longest text is found first.
        let mut starts = [(start, hash, facts); STARTS];
        let mut count = 1;
        while count < STARTS && facts & LONGER != 0 && bytes.len() >= 2 * start {
            start *= 2;
            hash = start_hash(self.key, &bytes[..start]);
            facts = self.facts(hash);
            starts[count] = (start, hash, facts);
            count += 1;
        }
        starts[..count]
            .iter()
            .rev()
            .find_map(|(start, hash, facts)| {
                let lengths = (*start..(2 * start).min(bytes.len() + 1)).rev();
                let mut of_texts = lengths.filter(|length| facts & 1 << (length - start) != 0);
                of_texts.find(|length| {
                    self.facts(whole_hash(self.key, *hash, *start, &bytes[..*length])) != 0
                })
            })
    }
}

/// Bits for numbers: it passes all numbers that were added, and few others. The number of its words is a power of two.
struct Filter {
    words: Box<[AtomicU64]>,
    shift: u32,
}

impl Filter {
    /// Creates a filter with eight bits for each slot of a table.
    fn new(slots: usize) -> Self {
        let words = zeros(slots / 8);
        let shift = 64 - (64 * words.len()).ilog2();
        Self { words, shift }
    }

    /// Returns the word of a number, and its bit in the word.
    #[inline]
    fn bit(&self, number: u32) -> (usize, u64) {
        let hash = u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let bit = low_bits(hash >> self.shift);
        ((bit / 64) & (self.words.len() - 1), 1 << (bit % 64))
    }

    fn pass(&self, number: u32) {
        let (word, bit) = self.bit(number);
        self.words[word].fetch_or(bit, Relaxed);
    }

    #[inline]
    fn passes(&self, number: u32) -> bool {
        let (word, bit) = self.bit(number);
        self.words[word].load(Relaxed) & bit != 0
    }
}

/// The first [`SHORTEST`] bytes of a text.
#[inline]
fn start_of(text: &[u8]) -> u32 {
    u32::from_le_bytes([text[0], text[1], text[2], text[3]])
}

fn zeros(count: usize) -> Box<[AtomicU64]> {
    std::iter::repeat_with(AtomicU64::default)
        .take(count)
        .collect()
}

fn fingerprint(hash: u64) -> u64 {
    // An empty slot is zero.
    (hash >> FACTS).max(1)
}

fn facts(entry: u64) -> u64 {
    entry & ((1 << FACTS) - 1)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "only some of the lowest bits are used"
)]
fn low_bits(number: u64) -> usize {
    number as usize
}

/// The hash of a start of a text, or of a block.
#[inline]
fn start_hash(key: u64, start: &[u8]) -> u64 {
    hash(key, start.len() as u64, start)
}

fn remembered_hash(text: &[u8]) -> u64 {
    hash(*KEY, !(text.len() as u64), text)
}

/// The hash of a text with a start that is at least half as long.
#[inline]
fn whole_hash(key: u64, start_hash: u64, start: usize, text: &[u8]) -> u64 {
    let end = &text[text.len() - start..];
    hash(key, start_hash.wrapping_add(text.len() as u64), end)
}

/// Hashes bytes that follow `before`.
#[inline]
fn hash(key: u64, before: u64, bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(before ^ key, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        let product = u128::from(hash ^ u64::from_le_bytes(word)) * u128::from(key);
        let [low, high] = [product, product >> 64].map(halved);
        low ^ high
    })
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the other half is used too"
)]
fn halved(product: u128) -> u64 {
    product as u64
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
        assert_eq!(once.starts.len(), 2);
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
            let mut found = Vec::new();
            snapshot.find(text.as_bytes(), |range| found.push(range));
            // Both indexes have the texts that one got from the other.
            found.dedup();
            found.len()
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
