//! Text as it reads once its escapes are undone, with the place that each byte comes from.

use std::ops::Range;

/// Text with escapes undone.
pub(super) struct View {
    bytes: Vec<u8>,
    /// For each byte where it begins in the original, and at the end the original's length.
    origins: Vec<usize>,
}

/// How deep escapes are looked into: JSON within JSON, or JSON within a URL.
const DEPTH: usize = 2;

impl View {
    /// Gives what text reads as with its escapes undone, in any order; nothing for text without any.
    ///
    /// Backslashes are those of JSON and of Rust's `Debug`, percent signs and `+` those of URLs.
    pub(super) fn all(text: &[u8]) -> Vec<Self> {
        let mut views = Self::around(text, None);
        let mut inner = 0;
        for _ in 1..DEPTH {
            for at in std::mem::replace(&mut inner, views.len())..views.len() {
                let more = Self::around(&views[at].bytes, Some(&views[at]));
                views.extend(more);
            }
        }
        views
    }

    /// Undoes one layer of escapes, of each kind.
    fn around(source: &[u8], outer: Option<&Self>) -> Vec<Self> {
        let kinds = [(b'\\', backslash as Undo), (b'%', percent), (b'+', plus)];
        let there = kinds.into_iter().filter(|(mark, _)| source.contains(mark));
        there
            .filter_map(|(_, undo)| Self::undone(source, outer, undo))
            .collect()
    }

    fn undone(source: &[u8], outer: Option<&Self>, undo: Undo) -> Option<Self> {
        let origin = |at: usize| outer.map_or(at, |outer| outer.origins[at]);
        let mut view = Self {
            bytes: Vec::with_capacity(source.len()),
            origins: Vec::with_capacity(source.len() + 1),
        };
        let (mut at, mut changed) = (0, false);
        while at < source.len() {
            let (decoded, length) = match undo(&source[at..]) {
                Some(undone) => {
                    changed = true;
                    undone
                }
                None => (Decoded::from(source[at]), 1),
            };
            for byte in decoded.as_slice() {
                view.bytes.push(*byte);
                view.origins.push(origin(at));
            }
            at += length;
        }
        view.origins.push(origin(source.len()));
        changed.then_some(view)
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Gives the place in the original of a part of the view.
    pub(super) fn origin(&self, range: &Range<usize>) -> Range<usize> {
        self.origins[range.start]..self.origins[range.end]
    }
}

/// Undoes the escape that bytes begin with: what it stands for, and its length.
type Undo = fn(&[u8]) -> Option<(Decoded, usize)>;

/// What one escape stands for: at most one character.
struct Decoded {
    bytes: [u8; 4],
    length: usize,
}

impl Decoded {
    fn as_slice(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

impl From<u8> for Decoded {
    fn from(byte: u8) -> Self {
        Self {
            bytes: [byte, 0, 0, 0],
            length: 1,
        }
    }
}

impl From<char> for Decoded {
    fn from(char: char) -> Self {
        let mut bytes = [0; 4];
        let length = char.encode_utf8(&mut bytes).len();
        Self { bytes, length }
    }
}

fn percent(bytes: &[u8]) -> Option<(Decoded, usize)> {
    let [b'%', high, low, ..] = bytes else {
        return None;
    };
    let byte = u8::try_from(hex(&[*high, *low])?).ok()?;
    Some((byte.into(), 3))
}

/// Undoes the encoding of forms, where a plus sign is a space.
fn plus(bytes: &[u8]) -> Option<(Decoded, usize)> {
    match bytes {
        [b'+', ..] => Some((b' '.into(), 1)),
        _ => percent(bytes),
    }
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
        b'b' => 8,
        b'f' => 12,
        b'0' => 0,
        b'u' => return unicode(rest).map(|(char, length)| (char.into(), length + 2)),
        _ => return None,
    };
    Some((byte.into(), 2))
}

/// Reads what follows `\u`: four digits, two such in the case of a surrogate pair, or digits in braces.
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

fn hex(digits: &[u8]) -> Option<u32> {
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0_u32, |number, digit| {
        Some(number * 16 + char::from(*digit).to_digit(16)?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn views(text: &str) -> Vec<String> {
        let views = View::all(text.as_bytes()).into_iter();
        views
            .map(|view| String::from_utf8_lossy(view.bytes()).into_owned())
            .collect()
    }

    #[test]
    fn escapes_are_undone_in_layers() {
        assert_eq!(views("plain"), [""; 0]);
        assert_eq!(views("100% \\q"), [""; 0]);
        assert_eq!(views("100%+x"), ["100% x"]);
        assert_eq!(
            views(r#"a\"\/\\\n\u00e9\u{e9}\ud83d\ude00\x"#),
            ["a\"/\\\néé😀\\x"]
        );
        assert_eq!(views(r#"\\\"x"#), ["\\\"x", "\"x"]);
        assert_eq!(views("a%2525b"), ["a%25b", "a%b"]);
        assert_eq!(views("a%2fb+c"), ["a/b+c", "a/b c", "a/b c"]);
        assert_eq!(views("%5C%22"), ["\\\"", "\""]);
    }

    #[test]
    fn broken_escapes_stay_as_they_are() {
        let texts = [
            r"\u",
            r"\u12",
            r"\ud83d",
            r"\u{",
            r"\u{}",
            r"\u{110000}",
            r"\",
            "%",
            "%4",
            "%g0",
        ];
        for text in texts {
            assert_eq!(views(text), [""; 0], "{text}");
        }
        assert_eq!(views("%+1"), ["% 1"]);
        assert_eq!(views(r"\ud83d\u0041"), [r"\ud83dA"]);
    }

    #[test]
    fn a_part_of_a_view_has_a_place_in_the_original() {
        let text = r#"x\"%41y"#;
        let views = View::all(text.as_bytes());
        assert_eq!(views[0].bytes(), b"x\"%41y");
        assert_eq!(&text[views[0].origin(&(1..2))], r#"\""#);
        assert_eq!(views[1].bytes(), br#"x\"Ay"#);
        assert_eq!(&text[views[1].origin(&(3..5))], "%41y");
        assert_eq!(views[2].bytes(), b"x\"Ay");
        assert_eq!(&text[views[2].origin(&(1..3))], r#"\"%41"#);
    }
}
