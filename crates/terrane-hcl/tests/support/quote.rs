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
            character if u32::from(character) < 0x20 => {
                _ = write!(quoted, "\\x{:02x}", u32::from(character));
            }
            character if !character.is_ascii() && character.escape_debug().count() > 1 => {
                _ = write!(quoted, "\\u{:04x}", u32::from(character));
            }
            character => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}
