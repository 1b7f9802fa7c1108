//! Quotes of texts and characters, as `strconv` of Go writes them.

use std::fmt::Write as _;

/// Returns a text in double quotes, or a character in single ones.
pub(super) fn quoted(text: &str, quote: char, only_ascii: bool) -> String {
    let mut quoted = String::from(quote);
    for character in text.chars() {
        let is_shown = is_printable(character) && (character.is_ascii() || !only_ascii);
        match character {
            '\\' => quoted.push_str("\\\\"),
            _ if character == quote => {
                quoted.push('\\');
                quoted.push(quote);
            }
            _ if is_shown => quoted.push(character),
            '\u{7}' => quoted.push_str("\\a"),
            '\u{8}' => quoted.push_str("\\b"),
            '\u{c}' => quoted.push_str("\\f"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '\u{b}' => quoted.push_str("\\v"),
            _ => {
                let code = u32::from(character);
                // Writing to a text cannot fail.
                let _ = match code {
                    0..0x20 | 0x7f => write!(quoted, "\\x{code:02x}"),
                    0..0x1_0000 => write!(quoted, "\\u{code:04x}"),
                    _ => write!(quoted, "\\U{code:08x}"),
                };
            }
        }
    }
    quoted.push(quote);
    quoted
}

/// Whether a text can be written between backquotes in one line.
pub(super) fn can_be_raw(text: &str) -> bool {
    let is_hidden =
        |it: char| matches!(it, '\0'..='\u{8}' | '\n'..='\u{1f}' | '`' | '\u{7f}' | '\u{feff}');
    !text.contains(is_hidden)
}

/// Whether a character is a letter, mark, number, punctuation, symbol or the ordinary space.
pub(super) fn is_printable(character: char) -> bool {
    if character.is_ascii() {
        return character == ' ' || character.is_ascii_graphic();
    }
    // A mark is escaped at the start of a text only.
    let mut after_letter = String::from("a");
    after_letter.push(character);
    !character.is_whitespace() && after_letter.escape_debug().count() == 2
}
