//! Text of another process, for messages that people read in a terminal.

use std::fmt::Write as _;

/// Returns text of another process in a form that a terminal only shows: control characters and invisible characters are escaped, and the text has at
/// most `most` characters.
///
/// Otherwise the other process could recolour or overwrite the terminal's contents, or fill it. Line feeds and tabs are kept.
///
/// # Examples
///
/// ```
/// use terrane_plugin_client::printable;
///
/// assert_eq!(printable("\u{1b}[2Jall is well\r", 80), "\\u{1b}[2Jall is well\\r");
/// assert_eq!(printable("one two three", 7), "one two… (6 more characters)");
/// ```
pub fn printable(text: &str, most: usize) -> String {
    let mut shown = String::new();
    let mut characters = text.chars();
    let mut length = 0;
    while let Some(character) = characters.clone().next() {
        let escaped = character.escape_debug();
        let is_plain = escaped.len() == 1 || "\n\t'\"\\".contains(character);
        length += if is_plain { 1 } else { escaped.len() };
        if length > most {
            let rest = characters.count();
            // Writing to a text cannot fail.
            let _ = write!(shown, "… ({rest} more characters)");
            return shown;
        }
        if is_plain {
            shown.push(character)
        } else {
            shown.extend(escaped)
        }
        characters.next();
    }
    shown
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn control_characters_and_invisible_characters_are_escaped() {
        for (text, expected) in [
            ("plain 'text' \"é\" \\ 猫", "plain 'text' \"é\" \\ 猫"),
            ("lines\n\tstay", "lines\n\tstay"),
            ("\u{1b}]0;title\u{7}", "\\u{1b}]0;title\\u{7}"),
            ("over\rwritten\u{8}", "over\\rwritten\\u{8}"),
            ("\u{9b}2J", "\\u{9b}2J"),
            ("right\u{202e}tfel", "right\\u{202e}tfel"),
            ("no\u{200b}width", "no\\u{200b}width"),
            ("\0", "\\0"),
        ] {
            assert_eq!(printable(text, 100), expected);
        }
    }

    proptest! {
        #[test]
        fn a_terminal_only_shows_the_text_and_its_length_is_bounded(text: String, most in 0_usize..60) {
            let shown = printable(&text, most);
            prop_assert!(!shown.chars().any(|it| it.is_control() && !"\n\t".contains(it)));
            prop_assert!(shown.chars().count() <= most + "… (18446744073709551615 more characters)".len());
            prop_assert_eq!(printable(&shown, usize::MAX), shown);
        }
    }
}
