//! `html`, `js` and `urlquery` of Go's templates.

use std::fmt::Write as _;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::quote::is_printable;

/// Escapes a text for HTML.
pub(super) fn html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\0' => escaped.push('\u{fffd}'),
            '"' => escaped.push_str("&#34;"),
            '\'' => escaped.push_str("&#39;"),
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// Escapes a text for a string of JavaScript.
pub(super) fn js(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' | '\'' | '"' => {
                escaped.push('\\');
                escaped.push(character);
            }
            '<' | '>' | '&' | '=' | '\0'..='\u{1f}' => push_unicode_escape(character, &mut escaped),
            '\u{80}'.. if !is_printable(character) => push_unicode_escape(character, &mut escaped),
            other => escaped.push(other),
        }
    }
    escaped
}

fn push_unicode_escape(character: char, escaped: &mut String) {
    // Writing to a text cannot fail.
    let _ = write!(escaped, "\\u{:04X}", u32::from(character));
}

/// The characters that `url.QueryEscape` of Go escapes. It writes a space as `+`.
const ESCAPED_IN_QUERY: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// Escapes a text for the query of a URL.
pub(super) fn url_query(text: &str) -> String {
    let escaped = utf8_percent_encode(text, ESCAPED_IN_QUERY).to_string();
    // A `%` of the text is escaped itself.
    escaped.replace("%20", "+")
}
