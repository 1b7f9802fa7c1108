//! Searches a text for secrets, also for encoded ones.

use std::ops::Range;

use super::index::Snapshot;
use super::view::{self, Buffers, Layer};

/// The length of the pieces in which a text is searched, so that the views of a piece need little memory.
const PIECE: usize = 48 << 10;

/// The length of the overlap of two pieces. A secret, or a block of a longer one, is shorter, even in three layers of the usual encodings.
pub(super) const OVERLAP: usize = 6 << 10;

/// Finds the secrets in a text, also encoded ones.
pub(super) fn search(text: &[u8], secrets: &Snapshot) -> Found {
    let mut found = Found::default();
    if secrets.is_empty() {
        return found;
    }
    each_view(text, |start, layer| {
        let mut add = |part: Range<usize>| {
            if !part.is_empty() {
                let part = layer.origin(part);
                found.add(start + part.start..start + part.end);
            }
        };
        // A text full of secrets has a match at each position, so matches that overlap are added at once.
        let mut last = 0..0;
        secrets.find(layer.bytes(), |part| {
            if (last.start..=last.end).contains(&part.start) {
                last.end = last.end.max(part.end);
            } else {
                add(std::mem::replace(&mut last, part));
            }
        });
        add(last);
    });
    found
}

/// Visits the pieces of a text and all their views, with the position of each piece.
pub(super) fn each_view(text: &[u8], mut visit: impl FnMut(usize, &Layer<'_>)) {
    let mut buffers = Buffers::default();
    let (mut start, mut run) = (0, 0);
    loop {
        let end = text.len().min(start + PIECE);
        let layer = Layer::of_text(&text[start..end]);
        view::each(&layer, &mut buffers, &mut |layer| visit(start, layer));
        if end == text.len() {
            return;
        }
        let next = end - OVERLAP;
        // Pairs of backslashes are escapes. So a piece starts where the escapes of all layers in a run of backslashes start.
        let before = text[start..next].iter().rev();
        let length = before.take_while(|byte| **byte == b'\\').count();
        if length < next - start {
            run = next - length;
        }
        start = next - (next - run) % (1 << view::MOST_LAYERS);
    }
}

/// The bytes of a text that belong to secrets.
#[derive(Default)]
pub(super) struct Found {
    /// A bit for each byte until the last secret.
    words: Vec<u64>,
}

impl Found {
    fn add(&mut self, part: Range<usize>) {
        let (first, last) = (part.start / 64, (part.end - 1) / 64);
        if last >= self.words.len() {
            self.words.resize(last + 1, 0);
        }
        let from_start = u64::MAX << (part.start % 64);
        let to_end = u64::MAX >> (63 - (part.end - 1) % 64);
        if first == last {
            self.words[first] |= from_start & to_end;
        } else {
            self.words[first] |= from_start;
            self.words[first + 1..last].fill(u64::MAX);
            self.words[last] |= to_end;
        }
    }
    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns the ranges of the bytes, in order. They do not touch each other.
    pub(super) fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        let mut from = 0;
        std::iter::from_fn(move || {
            let start = self.next(from, true)?;
            from = self.next(start, false).unwrap_or(64 * self.words.len());
            Some(start..from)
        })
    }

    /// Returns the next byte that belongs to a secret, or that does not.
    fn next(&self, from: usize, is_secret: bool) -> Option<usize> {
        let mut word = from / 64;
        let mut bits = u64::MAX << (from % 64);
        while let Some(secret) = self.words.get(word) {
            bits &= if is_secret { *secret } else { !secret };
            if bits != 0 {
                return Some(64 * word + bits.trailing_zeros() as usize);
            }
            bits = u64::MAX;
            word += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_that_touch_or_overlap_are_one() {
        let mut found = Found::default();
        assert_eq!(found.ranges().next(), None);
        for part in [3..7, 130..300, 7..9, 2..4, 63..65, 20..21, 299..301] {
            found.add(part);
        }
        let ranges: Vec<_> = found.ranges().collect();
        assert_eq!(ranges, [2..9, 20..21, 63..65, 130..301]);
        found.add(301..320);
        assert_eq!(found.ranges().last(), Some(130..320));
    }

    #[test]
    fn pieces_overlap_and_keep_pairs_of_backslashes() {
        for text in ["a", r"\", r"ab\\\"] {
            let text = text.repeat(5 * PIECE / text.len());
            let (mut end, mut pieces) = (0, 0);
            each_view(text.as_bytes(), |start, layer| {
                let bytes = layer.bytes();
                if !std::ptr::eq(bytes, &text.as_bytes()[start..start + bytes.len()]) {
                    return;
                }
                pieces += 1;
                assert!(start == 0 || start + OVERLAP <= end, "{start} after {end}");
                let before = text[..start].bytes().rev();
                let backslashes = before.take_while(|byte| *byte == b'\\').count();
                assert_eq!(backslashes % (1 << view::MOST_LAYERS), 0);
                end = start + bytes.len();
            });
            assert_eq!(end, text.len());
            assert!(pieces < 7, "{pieces}");
        }
    }
}
