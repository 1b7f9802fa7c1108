//! Texts as inline code of descriptions, which are Markdown.

/// Returns a text as inline code of a description in Markdown.
///
/// Hosts and registries show the characters of the text verbatim. A text that inline code cannot show is written as a string of configurations: an empty
/// text, and a text with control characters or with white space at its ends.
///
/// # Examples
///
/// ```
/// use terrane_protocol::schema::code_span;
///
/// assert_eq!(code_span("eu-1"), "`eu-1`");
/// assert_eq!(code_span("a`b"), "`` a`b ``");
/// assert_eq!(code_span("a\nb"), r#"`"a\nb"`"#);
/// assert_eq!(code_span(""), r#"`""`"#);
/// ```
pub fn code_span(text: &str) -> String {
    let is_plain = !text.is_empty() && text.trim() == text && !text.contains(is_escaped);
    let text = if is_plain {
        text.to_owned()
    } else {
        quoted(text)
    };
    let longest = text.split(|it| it != '`').map(str::len).max();
    match longest.unwrap_or_default() {
        0 => format!("`{text}`"),
        count => {
            let fence = "`".repeat(count + 1);
            format!("{fence} {text} {fence}")
        }
    }
}

/// Whether a string of a configuration shows a character by an escape sequence.
fn is_escaped(character: char) -> bool {
    character.is_control() || matches!(character, '\u{2028}' | '\u{2029}' | '\u{feff}')
}

/// Returns a text as a string of configurations.
fn quoted(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '"' | '\\' => quoted.extend(['\\', character]),
            // A sequence that starts a template is written with its first character twice.
            '$' | '%' if characters.peek() == Some(&'{') => quoted.extend([character, character]),
            other if is_escaped(other) => quoted.push_str(&format!("\\u{:04x}", u32::from(other))),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}
