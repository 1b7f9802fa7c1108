//! Changes that know nothing of an input's form.

use crate::random::Random;

/// Numbers at the ends of their types.
const EDGES: [u64; 12] = [
    0,
    1,
    0x7f,
    0x80,
    0xff,
    0x7fff,
    0xffff,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    0x7fff_ffff_ffff_ffff,
    u64::MAX,
];

/// Text that parsers treat in a way of its own.
const TOKENS: [&str; 32] = [
    "null",
    "true",
    "false",
    "-1",
    "0",
    "1e9999",
    "1e-2147483648",
    "9223372036854775808",
    "-9223372036854775809",
    "NaN",
    "Inf",
    "\\u0000",
    "\\ud800",
    "e\u{301}",
    "\u{feff}",
    "\"",
    "\\",
    "%",
    "{}",
    "[]",
    "[[[[[[[[",
    "{\"a\":",
    "|",
    ",",
    ":",
    "=",
    ".",
    "\n",
    "h",
    "\u{b5}s",
    "@level",
    "\0",
];

pub(super) fn mutate(input: &[u8], other: &[u8], text: bool, random: &mut Random) -> Vec<u8> {
    let mut bytes = input.to_vec();
    let at = random.below(bytes.len() + 1);
    let end = at + random.below((bytes.len() - at).min(32) + 1);
    match random.below(9) {
        0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
        1 if at < bytes.len() => bytes[at] = printable(random, text),
        2 => bytes.insert(at, printable(random, text)),
        3 => drop(bytes.drain(at..end)),
        4 => {
            let copied = bytes[at..end].to_vec();
            let most = if random.one_in(16) { 1000 } else { 4 };
            let times = 1 + random.below(most);
            bytes.splice(at..at, copied.repeat(times));
        }
        5 => {
            let edge = random.pick(&EDGES).to_be_bytes();
            let width = *random.pick(&[1, 2, 4, 8]);
            if text {
                let number = u64::from_be_bytes(edge).to_string();
                bytes.splice(at..end, number.into_bytes());
            } else {
                bytes.splice(at..end, edge[8 - width..].iter().copied());
            }
        }
        6 => drop(bytes.splice(at..end, random.pick(&TOKENS).bytes())),
        7 => {
            let from = random.below(other.len() + 1);
            let to = from + random.below(other.len() - from + 1);
            bytes.splice(at..end, other[from..to].iter().copied());
        }
        _ => bytes.truncate(at),
    }
    bytes
}

fn printable(random: &mut Random, text: bool) -> u8 {
    let byte = random.byte();
    if text { b' ' + byte % 95 } else { byte }
}
