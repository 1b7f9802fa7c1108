//! Quoted texts in Go's notation.

use std::fmt::Write as _;

/// Quotes a text as Go does.
pub(crate) fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => quoted += "\\\"",
            '\\' => quoted += "\\\\",
            '\n' => quoted += "\\n",
            '\r' => quoted += "\\r",
            '\t' => quoted += "\\t",
            '\u{7}' => quoted += "\\a",
            '\u{8}' => quoted += "\\b",
            '\u{b}' => quoted += "\\v",
            '\u{c}' => quoted += "\\f",
            character if character.is_ascii_control() => {
                _ = write!(quoted, "\\x{:02x}", u32::from(character));
            }
            character if !is_printable(character) => {
                let number = u32::from(character);
                let (marker, width) = if number > 0xffff { ('U', 8) } else { ('u', 4) };
                _ = write!(quoted, "\\{marker}{number:0width$x}");
            }
            character => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

/// Returns whether Rust shows a character without an escape. A combining character is shown so only after another character.
fn is_printable(character: char) -> bool {
    character == '\'' || format!("x{character}").escape_debug().count() == 2
}
