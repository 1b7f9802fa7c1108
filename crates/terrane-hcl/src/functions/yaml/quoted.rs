//! Scalars in quotes.

use super::cursor::Cursor;
use super::scalar::Style;
use super::token::Failure;

/// Reads a scalar with its quotes. Blanks around line breaks are dropped, and a single line break is a blank.
pub(super) fn scalar(cursor: &mut Cursor<'_>) -> Result<(String, Style), Failure> {
    let place = cursor.place;
    let quote = cursor.byte();
    cursor.skip();
    let mut text = String::new();
    loop {
        if cursor.is_document_marker() {
            return Err(Failure::new(place, "found unexpected document indicator"));
        }
        if cursor.is_end() {
            return Err(Failure::new(place, "found unexpected end of stream"));
        }
        let continues_line = match quote {
            b'\'' => single_quoted(cursor, &mut text),
            _ => double_quoted(cursor, &mut text)?,
        };
        if cursor.byte() == quote {
            cursor.skip();
            let style = match quote {
                b'\'' => Style::SingleQuoted,
                _ => Style::DoubleQuoted,
            };
            return Ok((text, style));
        }
        blanks(cursor, continues_line, &mut text);
    }
}

/// Reads characters up to a blank, a line break or the closing quote. Returns false: no line break is escaped.
fn single_quoted(cursor: &mut Cursor<'_>, text: &mut String) -> bool {
    while !cursor.is_blank_after(0) {
        if cursor.rest().starts_with("''") {
            text.push('\'');
            cursor.skip_many(2);
        } else if cursor.byte() == b'\'' {
            break;
        } else {
            text.extend(cursor.take());
        }
    }
    false
}

/// Reads characters up to a blank, a line break or the closing quote. Returns whether it ended with an escaped line break.
fn double_quoted(cursor: &mut Cursor<'_>, text: &mut String) -> Result<bool, Failure> {
    while !cursor.is_blank_after(0) && cursor.byte() != b'"' {
        if cursor.byte() != b'\\' {
            text.extend(cursor.take());
            continue;
        }
        let place = cursor.place;
        cursor.skip();
        if cursor.is_break() {
            cursor.take_break();
            return Ok(true);
        }
        let character = match cursor.byte() {
            b'0' => '\0',
            b'a' => '\u{7}',
            b'b' => '\u{8}',
            b't' | b'\t' => '\t',
            b'n' => '\n',
            b'v' => '\u{b}',
            b'f' => '\u{c}',
            b'r' => '\r',
            b'e' => '\u{1b}',
            b' ' => ' ',
            b'"' => '"',
            b'\'' => '\'',
            b'\\' => '\\',
            b'N' => '\u{85}',
            b'_' => '\u{a0}',
            b'L' => '\u{2028}',
            b'P' => '\u{2029}',
            kind @ (b'x' | b'u' | b'U') => {
                cursor.skip();
                let length = match kind {
                    b'x' => 2,
                    b'u' => 4,
                    _ => 8,
                };
                text.push(code(cursor, length)?);
                continue;
            }
            _ => return Err(Failure::new(place, "found unknown escape character")),
        };
        cursor.skip();
        text.push(character);
    }
    Ok(false)
}

/// Reads the number of a character.
fn code(cursor: &mut Cursor<'_>, length: usize) -> Result<char, Failure> {
    let digits = cursor
        .rest()
        .get(..length)
        .filter(|it| it.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let code = digits.and_then(|it| u32::from_str_radix(it, 16).ok());
    let Some(code) = code else {
        let message = "did not find expected hexdecimal number";
        return Err(Failure::new(cursor.place, message));
    };
    let Some(character) = char::from_u32(code) else {
        let message = "found invalid Unicode character escape code";
        return Err(Failure::new(cursor.place, message));
    };
    cursor.skip_many(length);
    Ok(character)
}

/// Reads blanks and line breaks. `is_escaped` says that they follow an escaped line break.
fn blanks(cursor: &mut Cursor<'_>, is_escaped: bool, text: &mut String) {
    let start = cursor.rest();
    cursor.skip_blanks();
    if !is_escaped && !cursor.is_break() {
        *text += &start[..start.len() - cursor.rest().len()];
        return;
    }
    let first = if is_escaped {
        None
    } else {
        Some(cursor.take_break())
    };
    let mut more = String::new();
    loop {
        cursor.skip_blanks();
        match cursor.take_break() {
            "" => break,
            line_break => more += line_break,
        }
    }
    fold(first.unwrap_or_default(), &more, text);
}

/// Adds line breaks to a text: a single newline as a blank, others without the first newline.
pub(super) fn fold(first: &str, more: &str, text: &mut String) {
    match (first, more) {
        ("\n", "") => text.push(' '),
        ("\n", more) => *text += more,
        (first, more) => text.extend([first, more]),
    }
}
