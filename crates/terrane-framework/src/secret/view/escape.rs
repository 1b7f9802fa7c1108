//! Escapes: the backslashes of JSON and of programming languages, the percent signs of URLs, and the entities of HTML and XML.

use std::ops::BitOr;

use memchr::memchr;

use super::decoded::{Decoded, hex};
use super::entity;
use super::pieces::View;

/// A set of kinds of escapes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Kinds(u8);

impl Kinds {
    pub(super) const NONE: Self = Self(0);
    const BACKSLASH: Self = Self(1);
    const PERCENT: Self = Self(2);
    const ENTITY: Self = Self(4);
    /// The null bytes of UTF-16, which are omitted.
    const NULL: Self = Self(8);
    /// The indentation after line breaks, and their carriage returns, which are omitted.
    const LINE: Self = Self(16);
    pub(super) const ALL: Self = Self(31);

    pub(super) fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// Returns the kinds of the set whose escapes have several bytes, each as a set.
    pub(super) fn each(self) -> impl Iterator<Item = Self> {
        let kinds = [Self::BACKSLASH, Self::PERCENT, Self::ENTITY];
        kinds.into_iter().filter(move |kind| self.has(*kind))
    }

    fn has(self, kind: Self) -> bool {
        self.0 & kind.0 != 0
    }

    fn of_mark(byte: u8) -> Self {
        OF_MARKS[usize::from(byte)]
    }

    /// Returns the position of the first byte that can start an escape of these kinds.
    fn position(self, bytes: &[u8]) -> Option<usize> {
        match self {
            Self::BACKSLASH => memchr(b'\\', bytes),
            Self::PERCENT => memchr(b'%', bytes),
            Self::ENTITY => memchr(b'&', bytes),
            _ => bytes.iter().position(|byte| self.has(Self::of_mark(*byte))),
        }
    }
}

impl BitOr for Kinds {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The kind of the escapes that start with a byte.
static OF_MARKS: [Kinds; 256] = {
    let mut kinds = [Kinds::NONE; 256];
    kinds[b'\\' as usize] = Kinds::BACKSLASH;
    kinds[b'%' as usize] = Kinds::PERCENT;
    kinds[b'&' as usize] = Kinds::ENTITY;
    kinds[0] = Kinds::NULL;
    kinds[b'\n' as usize] = Kinds::LINE;
    kinds[b'\r' as usize] = Kinds::LINE;
    kinds
};

/// Decodes one layer of the escapes of some kinds. Returns the kinds of the decoded escapes.
///
/// The view contains the escapes and up to `margin` bytes around each. The rest of the source is not different in the view.
pub(super) fn decode(source: &[u8], kinds: Kinds, margin: usize, view: &mut View) -> Kinds {
    view.clear();
    let mut found = Kinds::NONE;
    let mut end = None;
    let mut from = 0;
    while let Some((at, decoded, length)) = next(source, kinds, from) {
        match end {
            None => view.copy(source, at.saturating_sub(margin)..at),
            Some(end) if at - end <= 2 * margin => view.copy(source, end..at),
            Some(end) => {
                view.copy(source, end..end + margin);
                view.separate(end + margin..at - margin);
                view.copy(source, at - margin..at);
            }
        }
        view.push(decoded.as_slice(), at..at + length);
        found = found | Kinds::of_mark(source[at]);
        from = at + length;
        end = Some(from);
    }
    if let Some(end) = end {
        view.copy(source, end..source.len().min(end + margin));
    }
    found
}

/// Decodes one layer of all escapes of a text. Returns `None` if it has none.
pub(in crate::secret) fn decode_all(text: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut from = 0;
    while let Some((at, decoded, length)) = next(text, Kinds::ALL, from) {
        bytes.extend_from_slice(&text[from..at]);
        bytes.extend_from_slice(decoded.as_slice());
        from = at + length;
    }
    bytes.extend_from_slice(&text[from..]);
    (from > 0).then_some(bytes)
}

/// Finds the next escape. Returns its position, its decoded bytes and its length.
#[inline]
fn next(source: &[u8], kinds: Kinds, from: usize) -> Option<(usize, Decoded, usize)> {
    let mut at = from;
    loop {
        at += kinds.position(source.get(at..)?)?;
        if let Some((decoded, length)) = escape(&source[at..]) {
            return Some((at, decoded, length));
        }
        at += 1;
    }
}

/// Decodes the escape at the start of `bytes`. Returns the decoded bytes and the length of the escape.
fn escape(bytes: &[u8]) -> Option<(Decoded, usize)> {
    match bytes.first()? {
        b'\\' => backslash(bytes),
        b'%' => percent(bytes),
        b'&' => entity::decode(bytes),
        b'\r' => (bytes.get(1) == Some(&b'\n')).then_some((Decoded::EMPTY, 1)),
        b'\n' => {
            let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
            let length = bytes[1..].iter().take_while(is_blank).count();
            (length > 0).then_some((b'\n'.into(), 1 + length))
        }
        _ => Some((Decoded::EMPTY, 1)),
    }
}

fn percent(bytes: &[u8]) -> Option<(Decoded, usize)> {
    let [b'%', high, low, ..] = bytes else {
        return None;
    };
    let byte = u8::try_from(hex(&[*high, *low])?).ok()?;
    Some((byte.into(), 3))
}

fn backslash(bytes: &[u8]) -> Option<(Decoded, usize)> {
    let [b'\\', kind, rest @ ..] = bytes else {
        return None;
    };
    let byte = match kind {
        b'"' | b'\'' | b'\\' | b'/' => *kind,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'a' => 7,
        b'b' => 8,
        b'v' => 11,
        b'f' => 12,
        b'e' => 27,
        b'0'..=b'3' => match octal(&bytes[1..]) {
            Some(byte) => return Some((byte.into(), 4)),
            None if *kind == b'0' => 0,
            None => return None,
        },
        b'x' => {
            let byte = u8::try_from(hex(rest.get(..2)?)?).ok()?;
            return Some((byte.into(), 4));
        }
        b'u' => return unicode(rest).map(|(char, length)| (char.into(), length + 2)),
        b'U' => return Some((char::from_u32(hex(rest.get(..8)?)?)?.into(), 10)),
        _ => return None,
    };
    Some((byte.into(), 2))
}

/// Decodes three octal digits.
fn octal(bytes: &[u8]) -> Option<u8> {
    bytes.get(..3)?.iter().try_fold(0, |number: u8, digit| {
        let digit = char::from(*digit).to_digit(8)?;
        number
            .checked_mul(8)?
            .checked_add(u8::try_from(digit).ok()?)
    })
}

/// Decodes the digits after `\u`: four, two such groups for a surrogate pair, or digits in braces.
fn unicode(bytes: &[u8]) -> Option<(char, usize)> {
    if let [b'{', rest @ ..] = bytes {
        let length = rest.iter().take(7).position(|byte| *byte == b'}')?;
        return Some((char::from_u32(hex(&rest[..length])?)?, length + 2));
    }
    let high = hex(bytes.get(..4)?)?;
    if let Some(char) = char::from_u32(high) {
        return Some((char, 4));
    }
    let low = hex(bytes.get(4..)?.strip_prefix(b"\\u")?.get(..4)?)?;
    let pair = [u16::try_from(high).ok()?, u16::try_from(low).ok()?];
    let char = char::decode_utf16(pair).next()?.ok()?;
    Some((char, 10))
}
