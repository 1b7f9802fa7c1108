//! Strings of JSON.

use crate::syntax::ast::JsonString;
use crate::syntax::origin::Escape;

/// Decodes a string with its quotes. Fails with the offset after the wrong character.
pub(crate) fn decode(text: &[u8]) -> Result<String, usize> {
    decode_with(text, &mut Vec::new())
}

/// Decodes a string with its quotes, and keeps the places of its escapes.
pub(super) fn json_string(text: &[u8]) -> Result<JsonString, usize> {
    let mut escapes = Vec::new();
    let decoded = decode_with(text, &mut escapes)?;
    Ok(JsonString::new(decoded, escapes))
}

/// Decodes a string, and adds the escapes: everything whose length differs from that of its text in the source.
fn decode_with(text: &[u8], escapes: &mut Vec<Escape>) -> Result<String, usize> {
    let inner = &text[1..];
    let mut decoded = String::with_capacity(inner.len());
    let mut offset = 0;
    let mut add = |decoded: &str, source: usize| {
        escapes.push(Escape::new(decoded.len(), source));
    };
    loop {
        let run = inner[offset..]
            .iter()
            .take_while(|byte| !matches!(byte, b'"' | b'\\'))
            .count();
        for chunk in inner[offset..offset + run].utf8_chunks() {
            decoded += chunk.valid();
            offset += chunk.valid().len() + chunk.invalid().len();
            if !chunk.invalid().is_empty() {
                decoded.push(char::REPLACEMENT_CHARACTER);
                add(&decoded, offset);
            }
        }
        match inner.get(offset) {
            // The scanner ends the string at the first quote that is not escaped.
            Some(b'"') => return Ok(decoded),
            Some(_) => {
                offset += decode_escape(&inner[offset..], &mut decoded)
                    .map_err(|wrong| (1 + offset + wrong + 1).min(text.len()))?;
                add(&decoded, offset);
            }
            None => return Err(text.len()),
        }
    }
}

/// Decodes an escape. Returns its length, or fails with the offset of the wrong character.
fn decode_escape(text: &[u8], decoded: &mut String) -> Result<usize, usize> {
    let character = match text.get(1) {
        Some(b'"') => '"',
        Some(b'\\') => '\\',
        Some(b'/') => '/',
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(b'u') => return decode_unicode(text, decoded),
        _ => return Err(1),
    };
    decoded.push(character);
    Ok(2)
}

fn decode_unicode(text: &[u8], decoded: &mut String) -> Result<usize, usize> {
    let first = hexadecimal(text)?;
    if (0xd800..0xdc00).contains(&first) && text.get(6..8) == Some(b"\\u") {
        let second = hexadecimal(&text[6..]).map_err(|wrong| 6 + wrong)?;
        if (0xdc00..0xe000).contains(&second) {
            let number = 0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00);
            decoded.push(char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER));
            return Ok(12);
        }
    }
    decoded.push(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER));
    Ok(6)
}

/// Reads the four digits after `\u`.
fn hexadecimal(text: &[u8]) -> Result<u32, usize> {
    let mut number = 0;
    for offset in 2..6 {
        let digit = text
            .get(offset)
            .and_then(|byte| char::from(*byte).to_digit(16));
        number = number * 16 + digit.ok_or(offset)?;
    }
    Ok(number)
}
