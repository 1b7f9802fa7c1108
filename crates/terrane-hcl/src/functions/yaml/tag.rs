//! Tags and directives.

use super::cursor::{Cursor, is_word};
use super::token::{Failure, YamlTokenKind};

/// Reads a directive with the rest of its line.
pub(super) fn directive<'a>(cursor: &mut Cursor<'a>) -> Result<YamlTokenKind<'a>, Failure> {
    let place = cursor.place;
    let wrong = |message| Failure::new(place, message);
    cursor.skip();
    let name = cursor.take_while(is_word);
    if name.is_empty() || !cursor.is_blank_after(0) {
        return Err(wrong("could not find expected directive name"));
    }
    cursor.skip_blanks();
    let kind = match name {
        "YAML" => {
            let major = number(cursor);
            let has_point = cursor.byte() == b'.';
            cursor.skip();
            match (major, number(cursor)) {
                (Some(major), Some(minor)) if has_point => YamlTokenKind::Version(major, minor),
                _ => return Err(wrong("did not find expected version number")),
            }
        }
        "TAG" => {
            let handle = handle(cursor)?;
            if handle != "!" && !(handle.len() > 1 && handle.ends_with('!')) {
                return Err(wrong("did not find expected '!'"));
            }
            if !cursor.is_blank() {
                return Err(wrong("did not find expected whitespace"));
            }
            cursor.skip_blanks();
            let prefix = tag_uri(cursor)?;
            if prefix.is_empty() || !cursor.is_blank_after(0) {
                return Err(wrong("did not find expected tag URI"));
            }
            YamlTokenKind::TagDirective(handle, prefix)
        }
        _ => return Err(wrong("found unknown directive name")),
    };
    cursor.skip_blanks();
    cursor.skip_comment();
    if !cursor.is_break_or_end() {
        return Err(wrong("did not find expected comment or line break"));
    }
    cursor.take_break();
    Ok(kind)
}

/// Reads a number of one or two digits.
fn number(cursor: &mut Cursor<'_>) -> Option<u8> {
    let digits = cursor.take_while(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| digits.len() <= 2)
}

/// Reads `!`, `!name` or `!name!`.
fn handle<'a>(cursor: &mut Cursor<'a>) -> Result<&'a str, Failure> {
    if cursor.byte() != b'!' {
        return Err(Failure::new(cursor.place, "did not find expected '!'"));
    }
    let start = cursor.rest();
    cursor.skip();
    cursor.take_while(is_word);
    if cursor.byte() == b'!' {
        cursor.skip();
    }
    Ok(&start[..start.len() - cursor.rest().len()])
}

/// Reads a tag: `!<uri>`, `!suffix` or `!handle!suffix`.
pub(super) fn tag<'a>(cursor: &mut Cursor<'a>) -> Result<YamlTokenKind<'a>, Failure> {
    let place = cursor.place;
    let wrong = |message| Failure::new(place, message);
    let kind = if cursor.rest().starts_with("!<") {
        cursor.skip_many(2);
        let suffix = tag_uri(cursor)?;
        if suffix.is_empty() {
            return Err(wrong("did not find expected tag URI"));
        }
        if cursor.byte() != b'>' {
            return Err(wrong("did not find the expected '>'"));
        }
        cursor.skip();
        YamlTokenKind::Tag("", suffix)
    } else {
        let handle = handle(cursor)?;
        let suffix = tag_uri(cursor)?;
        if handle.len() > 1 && handle.ends_with('!') {
            if suffix.is_empty() {
                return Err(wrong("did not find expected tag URI"));
            }
            YamlTokenKind::Tag(handle, suffix)
        } else if handle == "!" && suffix.is_empty() {
            YamlTokenKind::Tag("", "!".to_owned())
        } else {
            YamlTokenKind::Tag("!", format!("{}{suffix}", &handle[1..]))
        }
    };
    if !cursor.is_blank_after(0) {
        return Err(wrong("did not find expected whitespace or line break"));
    }
    Ok(kind)
}

/// Reads the characters of a URI, which may be none. Escaped bytes are decoded.
fn tag_uri(cursor: &mut Cursor<'_>) -> Result<String, Failure> {
    let mut uri = Vec::new();
    loop {
        let part =
            cursor.take_while(|byte| is_word(byte) || b";/?:@&=+$,.!~*'()[]".contains(&byte));
        uri.extend(part.bytes());
        if cursor.byte() != b'%' {
            // Only a URI of ASCII characters names a known tag.
            return Ok(String::from_utf8_lossy(&uri).into_owned());
        }
        escaped_character(cursor, &mut uri)?;
    }
}

/// Reads one character whose bytes are escaped.
fn escaped_character(cursor: &mut Cursor<'_>, uri: &mut Vec<u8>) -> Result<(), Failure> {
    let place = cursor.place;
    let wrong = |message| Err(Failure::new(place, message));
    let mut missing = None;
    while missing != Some(0) {
        let digits = cursor
            .rest()
            .strip_prefix('%')
            .and_then(|it| it.get(..2))
            .filter(|it| it.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let Some(byte) = digits.and_then(|it| u8::from_str_radix(it, 16).ok()) else {
            return wrong("did not find URI escaped octet");
        };
        missing = Some(match (missing, byte) {
            (None, 0..0x80) => 0,
            (None, 0xc0..0xe0) => 1,
            (None, 0xe0..0xf0) => 2,
            (None, 0xf0..0xf8) => 3,
            (Some(missing), 0x80..0xc0) => missing - 1,
            _ => return wrong("found an incorrect UTF-8 octet"),
        });
        uri.push(byte);
        cursor.skip_many(3);
    }
    Ok(())
}
