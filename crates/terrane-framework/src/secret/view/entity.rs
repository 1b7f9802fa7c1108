//! Entities of HTML and XML.

use super::decoded::{Decoded, hex};

/// The named characters that encoders replace.
const NAMES: [(&[u8], char); 33] = [
    (b"amp", '&'),
    (b"lt", '<'),
    (b"gt", '>'),
    (b"quot", '"'),
    (b"apos", '\''),
    (b"nbsp", ' '),
    (b"excl", '!'),
    (b"num", '#'),
    (b"dollar", '$'),
    (b"percnt", '%'),
    (b"lpar", '('),
    (b"rpar", ')'),
    (b"ast", '*'),
    (b"plus", '+'),
    (b"comma", ','),
    (b"period", '.'),
    (b"sol", '/'),
    (b"colon", ':'),
    (b"semi", ';'),
    (b"equals", '='),
    (b"quest", '?'),
    (b"commat", '@'),
    (b"lsqb", '['),
    (b"bsol", '\\'),
    (b"rsqb", ']'),
    (b"Hat", '^'),
    (b"lowbar", '_'),
    (b"grave", '`'),
    (b"lcub", '{'),
    (b"verbar", '|'),
    (b"rcub", '}'),
    (b"Tab", '\t'),
    (b"NewLine", '\n'),
];

/// The maximum length of an entity between the ampersand and the semicolon. The longest entities are numbers with leading zeros.
const LONGEST: usize = 10;

/// Decodes the entity at the start of `bytes`, by name or by number.
pub(super) fn decode(bytes: &[u8]) -> Option<(Decoded, usize)> {
    let [b'&', rest @ ..] = bytes else {
        return None;
    };
    let end = rest
        .iter()
        .take(LONGEST + 1)
        .position(|byte| *byte == b';')?;
    let character = match &rest[..end] {
        [b'#', b'x' | b'X', digits @ ..] => char::from_u32(hex(digits)?)?,
        [b'#', digits @ ..] => char::from_u32(std::str::from_utf8(digits).ok()?.parse().ok()?)?,
        name => NAMES.iter().find(|(known, _)| *known == name)?.1,
    };
    Some((character.into(), end + 2))
}
