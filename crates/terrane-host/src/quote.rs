//! Texts in quotes.

/// Returns a text in quotes.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        match character {
            '"' => quoted += "\\\"",
            '\\' => quoted += "\\\\",
            '\u{7}' => quoted += "\\a",
            '\u{8}' => quoted += "\\b",
            '\u{c}' => quoted += "\\f",
            '\n' => quoted += "\\n",
            '\r' => quoted += "\\r",
            '\t' => quoted += "\\t",
            '\u{b}' => quoted += "\\v",
            character if is_printable(character) => quoted.push(character),
            character => quoted += &escaped(character),
        }
    }
    quoted.push('"');
    quoted
}

fn escaped(character: char) -> String {
    match u32::from(character) {
        number @ 0..=0x7f => format!("\\x{number:02x}"),
        number @ 0x80..=0xffff => format!("\\u{number:04x}"),
        number => format!("\\U{number:08x}"),
    }
}

/// Returns whether a character is shown rather than escaped.
fn is_printable(character: char) -> bool {
    if character.is_ascii() {
        return character == ' ' || character.is_ascii_graphic();
    }
    // A combining mark is printable after another character.
    let after_letter = format!("a{character}");
    !character.is_whitespace() && after_letter.escape_debug().count() == 2
}
