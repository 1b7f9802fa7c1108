//! Base64 within a text, wherever it starts.

use std::ops::Range;

/// The shortest run of digits that is decoded: less holds no text that is looked for.
const SHORTEST: usize = 8;

/// Goes over the decoded bytes and the digits that each comes from.
///
/// What stands before a run of digits may look like digits too, so each run is read from four places. A reading counts if it is text. Between
/// two of them there is a null byte.
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

/// Returns the value of a digit, of the usual alphabet or that of URLs.
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

/// Returns whether bytes are text, or mostly so: what is decoded from the wrong place is not.
fn is_text(bytes: &[u8]) -> bool {
    let printable = |byte: &&u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    let count = bytes.iter().filter(printable).count();
    count * 4 >= bytes.len() * 3
        || std::str::from_utf8(bytes).is_ok_and(|text| !text.contains(char::is_control))
}
