//! Text between quotes.

use std::fmt::Write as _;

/// Escapes a text for a quoted string, without the quotes.
pub(crate) fn quoted(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        match character {
            '\n' => escaped += "\\n",
            '\r' => escaped += "\\r",
            '\t' => escaped += "\\t",
            '"' => escaped += "\\\"",
            '\\' => escaped += "\\\\",
            '$' | '%' if rest.peek() == Some(&'{') => escaped.extend([character, character]),
            character if is_printable(character) => escaped.push(character),
            // Writing to a string cannot fail.
            character => {
                let number = u32::from(character);
                let _ = if number < 0x1_0000 {
                    write!(escaped, "\\u{number:04x}")
                } else {
                    write!(escaped, "\\U{number:08x}")
                };
            }
        }
    }
    escaped
}

/// Returns whether a character is shown rather than escaped: letters, marks, numbers, punctuation, symbols and the ordinary blank.
fn is_printable(character: char) -> bool {
    // A combining mark is printable after another character.
    let mut after_letter = String::from("a");
    after_letter.push(character);
    let is_shown = !character.is_whitespace() && after_letter.escape_debug().count() == 2;
    character == ' ' || character.is_ascii_graphic() || is_shown
}
