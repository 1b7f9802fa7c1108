//! Lists of numbers, as `Debug` and JSON write bytes.

use std::ops::Range;

use super::digits::{DECIMAL_LIST, next_row};
use super::pieces::View;
use crate::secret::index::SHORTEST;

/// Decodes lists of bytes, as in `[112, 97]`, and of UTF-16 units. Returns `false` if `is_wanted` accepts none.
pub(super) fn decode(
    source: &[u8],
    is_wanted: impl Fn(Range<usize>) -> bool,
    view: &mut View,
) -> bool {
    view.clear();
    let mut from = 0;
    while let Some(list) = next_row(DECIMAL_LIST, source, from) {
        from = list.end;
        // Without the decoded byte before or after it, a number of the list may be a larger one.
        if is_wanted(list.start.saturating_sub(1)..list.end + 1) {
            decode_list(source, list, view);
        }
    }
    !view.is_empty()
}

fn decode_list(source: &[u8], list: Range<usize>, view: &mut View) {
    let (start, mut count) = (view.len(), 0);
    let mut at = list.start;
    while at < list.end {
        let digits = source[at..list.end]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let position = at..at + digits.max(1);
        at = position.end;
        if digits == 0 {
            continue;
        }
        match number(&source[position.clone()]) {
            Some([0, 0]) => {}
            Some([low, 0]) => view.push(&[low], position),
            Some(unit) => view.push(&unit, position),
            None => view.separate(position),
        }
        count += 1;
    }
    match count {
        ..SHORTEST => view.truncate(start),
        _ => view.separate(list.end..list.end),
    }
}

/// Reads a number of at most sixteen bits, the low byte first.
fn number(digits: &[u8]) -> Option<[u8; 2]> {
    let digits = std::str::from_utf8(digits).ok()?;
    digits.parse().ok().map(u16::to_le_bytes)
}
