//! Views of a text: the text with its escapes and encodings decoded, and the origin of each byte.

mod base64;
mod decoded;
mod entity;

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::ops::Range;

use self::decoded::{Decoded, hex};
use super::index::START;

/// A text with decoded escapes.
pub(super) struct View {
    bytes: Vec<u8>,
    /// For each byte of the view, its range in the original text.
    origins: Vec<Range<usize>>,
}

/// The number of nested escapes that are decoded, such as JSON within JSON within a URL.
const DEPTH: usize = 3;

impl View {
    /// Returns the views of a text, with its escapes decoded in any order. A text without escapes has no views.
    ///
    /// These escapes are decoded: the backslashes of JSON and of Rust's `Debug`, the percent signs and `+` of URLs, and the entities of HTML and XML.
    /// Line breaks, which encoders of Base64 insert, are removed. Lists of numbers are read as the bytes of a `Debug` output, and Base64 is decoded.
    /// The maximum number of views does not depend on the text, and each view is at most as long as the text.
    pub(super) fn all(text: &[u8]) -> Vec<Self> {
        let mut views = Vec::new();
        // Different orders of decoding mostly result in the same view. Each view is kept once.
        let (mut seen, hasher) = (HashSet::new(), RandomState::new());
        let mut add = |views: &mut Vec<Self>, more: Vec<Self>| {
            let fresh = more
                .into_iter()
                .filter(|view| seen.insert(hasher.hash_one(&view.bytes)));
            views.extend(fresh);
        };
        add(&mut views, Self::around(text, None));
        let mut inner = 0;
        for _ in 1..DEPTH {
            for at in std::mem::replace(&mut inner, views.len())..views.len() {
                let more = Self::around(&views[at].bytes, Some(&views[at]));
                add(&mut views, more);
            }
        }
        views
    }

    /// Decodes one layer of each kind of escape.
    fn around(source: &[u8], outer: Option<&Self>) -> Vec<Self> {
        let kinds = [
            (b'\\', backslash as Undo),
            (b'%', percent),
            (b'+', plus),
            (b'&', entity::undo),
            (b'\n', line_break),
        ];
        let marked = kinds.into_iter().filter(|(mark, _)| source.contains(mark));
        let undone = marked.filter_map(|(_, undo)| Self::undone(source, outer, undo));
        undone
            .chain(Self::numbers(source, outer))
            .chain(Self::decoded(source, outer))
            .collect()
    }

    fn undone(source: &[u8], outer: Option<&Self>, undo: Undo) -> Option<Self> {
        let mut view = Self::with_capacity(source.len());
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
                view.push(*byte, at..at + length, outer);
            }
            at += length;
        }
        changed.then_some(view)
    }

    /// Decodes lists of numbers up to 255 as bytes, as in `[112, 97]`. Returns `None` if no list is long enough for a secret.
    fn numbers(source: &[u8], outer: Option<&Self>) -> Option<Self> {
        let mut view = Self::with_capacity(0);
        let (mut at, mut in_line, mut found) = (0, 0, false);
        while at < source.len() {
            let digits = source[at..].iter().take_while(|it| it.is_ascii_digit());
            let length = digits.count();
            if length == 0 {
                // Separators continue a list of numbers. Every other byte ends it.
                if !matches!(source[at], b',' | b' ' | b'\n' | b'\r' | b'\t') && in_line > 0 {
                    in_line = 0;
                    view.push(0, at..at + 1, outer);
                }
                at += 1;
                continue;
            }
            let number = std::str::from_utf8(&source[at..at + length]);
            match number.ok().and_then(|number| number.parse().ok()) {
                Some(byte) => {
                    in_line += 1;
                    view.push(byte, at..at + length, outer);
                }
                None => {
                    in_line = 0;
                    view.push(0, at..at + length, outer);
                }
            }
            found |= in_line >= START;
            at += length;
        }
        found.then_some(view)
    }

    /// Decodes Base64 of text.
    fn decoded(source: &[u8], outer: Option<&Self>) -> Option<Self> {
        let mut view = Self::with_capacity(0);
        base64::each(source, |byte, origin| view.push(byte, origin, outer));
        (!view.bytes.is_empty()).then_some(view)
    }

    fn with_capacity(length: usize) -> Self {
        Self {
            bytes: Vec::with_capacity(length),
            origins: Vec::with_capacity(length),
        }
    }

    /// Appends a byte and its range in the source.
    fn push(&mut self, byte: u8, part: Range<usize>, outer: Option<&Self>) {
        self.bytes.push(byte);
        self.origins
            .push(outer.map_or(part.clone(), |outer| outer.origin(&part)));
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the range in the original text of a non-empty range of the view.
    pub(super) fn origin(&self, range: &Range<usize>) -> Range<usize> {
        self.origins[range.start].start..self.origins[range.end - 1].end
    }
}

/// A function that decodes the escape at the start of its argument. Returns the decoded bytes and the length of the escape.
type Undo = fn(&[u8]) -> Option<(Decoded, usize)>;

fn percent(bytes: &[u8]) -> Option<(Decoded, usize)> {
    let [b'%', high, low, ..] = bytes else {
        return None;
    };
    let byte = u8::try_from(hex(&[*high, *low])?).ok()?;
    Some((byte.into(), 3))
}

/// Decodes the escapes of web forms, where a plus sign is a space.
fn plus(bytes: &[u8]) -> Option<(Decoded, usize)> {
    match bytes {
        [b'+', ..] => Some((b' '.into(), 1)),
        _ => percent(bytes),
    }
}

/// Removes a line break and the indentation after it.
fn line_break(bytes: &[u8]) -> Option<(Decoded, usize)> {
    let length = bytes
        .iter()
        .take_while(|byte| matches!(byte, b'\n' | b'\r' | b' ' | b'\t'))
        .count();
    let breaks = bytes[..length]
        .iter()
        .take_while(|it| **it == b'\r')
        .count();
    (bytes.get(breaks) == Some(&b'\n')).then_some((Decoded::EMPTY, length))
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
        b'x' => {
            let byte = u8::try_from(hex(rest.get(..2)?)?).ok()?;
            return Some((byte.into(), 4));
        }
        b'u' => return unicode(rest).map(|(char, length)| (char.into(), length + 2)),
        _ => return None,
    };
    Some((byte.into(), 2))
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
            ["a\"/\\\néé😀\\x", "a\"/\\éé😀\\x"]
        );
        assert_eq!(views(r"\x70\x61"), ["pa"]);
        assert_eq!(views(r#"\\\"x"#), ["\\\"x", "\"x"]);
        assert_eq!(views("a%252525b"), ["a%2525b", "a%25b", "a%b"]);
        assert_eq!(views("a%2fb+c"), ["a/b+c", "a/b c"]);
        assert_eq!(views("%5C%22"), ["\\\"", "\""]);
    }

    #[test]
    fn entities_are_undone() {
        assert_eq!(views("a&amp;b&#98;&#x63;&#X64;"), ["a&bbcd"]);
        assert_eq!(views("&lt;&gt;&quot;&apos;&sol;&lpar;"), ["<>\"'/("]);
        assert_eq!(views("&amp;amp;"), ["&amp;", "&"]);
        for text in [
            "a & b",
            "&;",
            "&#;",
            "&#x;",
            "&#99999999;",
            "&nosuch;",
            "&amp",
        ] {
            assert_eq!(views(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn line_breaks_are_removed_with_the_indentation() {
        assert_eq!(views("ab\ncd\r\n  ef"), ["abcdef"]);
        assert_eq!(views("ab \r c"), [""; 0]);
    }

    #[test]
    fn lists_of_numbers_are_bytes() {
        assert_eq!(views("[112, 97, 115, 115]"), ["pass\0"]);
        assert_eq!(views("[112 97 115 115] 7"), ["pass\0\u{7}"]);
        let pretty = views("[\n    112,\n    97,\n    115,\n    115,\n]");
        assert!(pretty.contains(&"pass\0".to_owned()), "{pretty:?}");
        for text in ["12 cats, 7 dogs", "1, 2, 3", "256, 257, 258, 259"] {
            assert_eq!(views(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn base64_of_text_is_decoded_wherever_it_starts() {
        for (text, decoded) in [
            ("c2VjcmV0IHRva2Vu", "secret token"),
            ("x c2VjcmV0IHRva2Vu=", "secret token"),
            ("/c2VjcmV0IHRva2Vu", "secret token"),
            ("Pz8_Pj4-Pz8_Pj4-", "???>>>???>>>"),
            ("Z3LDvMOfZSBncsO8w59l", "grüße grüße"),
        ] {
            let views = views(text);
            assert!(views.iter().any(|view| view.contains(decoded)), "{views:?}");
        }
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
            r"\x4",
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
        let text = "ab\n cd";
        assert_eq!(View::all(text.as_bytes())[0].origin(&(0..2)), 0..2);
    }

    #[test]
    fn the_number_of_views_does_not_grow_with_the_text() {
        let piece = r#"a\\\"%2522+&amp;amp;&#38;\u0026 112, 97, 115, 115 c2VjcmV0IHRva2Vu"#;
        let count = |times: usize| View::all(piece.repeat(times).as_bytes()).len();
        assert_eq!(count(4), count(400));
        assert!(count(4) < 100, "{}", count(4));
    }
}
