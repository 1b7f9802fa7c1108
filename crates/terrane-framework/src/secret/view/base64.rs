//! Base64 within a text, at any position.

use std::ops::Range;

/// The minimum number of digits that are decoded. Fewer digits hold no text that is searched for.
const SHORTEST: usize = 8;

/// Calls `found` with each decoded byte and the range of digits that it comes from.
///
/// Characters before a Base64 text may look like digits too. So each run of digits is decoded from four positions, and a result is used if it is
/// text. A null byte separates the results.
pub(super) fn each(source: &[u8], mut found: impl FnMut(u8, Range<usize>)) {
    let mut at = 0;
    while at < source.len() {
        let length = source[at..]
            .iter()
            .take_while(|it| digit(**it).is_some())
            .count();
        if length >= SHORTEST {
            for start in at..at + 4 {
                let bytes = decode(&source[start..at + length]);
                if !is_text(&bytes) {
                    continue;
                }
                for (index, byte) in bytes.into_iter().enumerate() {
                    let first = start + index * 8 / 6;
                    let last = start + (index * 8 + 7) / 6;
                    found(byte, first..last + 1);
                }
                found(0, at + length - 1..at + length);
            }
        }
        at += length.max(1);
    }
}

fn decode(digits: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(digits.len() * 3 / 4);
    let (mut bits, mut count) = (0_u32, 0);
    for value in digits.iter().copied().filter_map(digit) {
        bits = bits << 6 | value;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count).to_le_bytes()[0]);
            bits &= (1 << count) - 1;
        }
    }
    bytes
}

/// Returns the value of a digit in the standard alphabet or the URL alphabet.
fn digit(byte: u8) -> Option<u32> {
    let value = match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    };
    Some(value.into())
}

/// Returns whether bytes are text, or mostly so. Base64 that is decoded from the wrong position is not text.
fn is_text(bytes: &[u8]) -> bool {
    let printable = |byte: &&u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    let count = bytes.iter().filter(printable).count();
    count * 4 >= bytes.len() * 3
        || std::str::from_utf8(bytes).is_ok_and(|text| !text.contains(char::is_control))
}
