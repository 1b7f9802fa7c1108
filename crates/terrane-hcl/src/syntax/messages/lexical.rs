//! Characters and tokens that no configuration can contain.

use super::error;
use crate::diagnostic::Diagnostic;
use crate::syntax::lexer::TokenKind;

const INVALID_CHARACTER: &str = "Invalid character";

pub(crate) fn bitwise(kind: TokenKind) -> Diagnostic {
    let advice = match kind {
        TokenKind::Ampersand => " To combine two conditions, write \"&&\".",
        TokenKind::Pipe => " To combine two conditions, write \"||\".",
        TokenKind::Tilde => " To negate a condition, write \"!\".",
        _ => "",
    };
    error(
        "Unsupported operator",
        format!("The language has no operators on bits.{advice}"),
    )
}

pub(crate) fn backtick() -> Diagnostic {
    error(
        INVALID_CHARACTER,
        "A backtick has no meaning here. For a string of several lines, use a heredoc, which starts with a marker such as \"<<EOT\".",
    )
}

pub(crate) fn apostrophe() -> Diagnostic {
    error(
        INVALID_CHARACTER,
        "Single quotes do not enclose strings. Use double quotes (\").",
    )
}

pub(crate) fn semicolon() -> Diagnostic {
    error(
        INVALID_CHARACTER,
        "Semicolons separate nothing in this language. Write each argument and each block on a line of its own, and separate the items of \
         collections with commas.",
    )
}

pub(crate) fn encoding() -> Diagnostic {
    error(
        "Invalid character encoding",
        "The file contains bytes that are not UTF-8. Select the encoding UTF-8 in your editor, and save the file again.",
    )
}

pub(crate) fn multi_line_string() -> Diagnostic {
    error(
        "Invalid multi-line string",
        "A quoted string must end on the line on which it starts. Write a line break inside of it as \\n, or use a heredoc for a text of several \
         lines.",
    )
}

pub(crate) fn character(text: &[u8]) -> Diagnostic {
    let is_curly_quote = text == "\u{201c}".as_bytes() || text == "\u{201d}".as_bytes();
    let detail = if is_curly_quote {
        "Curly quotes do not enclose strings. Word processors and forums put them in the place of straight quotes (\"): replace them."
    } else {
        "The language does not use this character outside of strings and comments."
    };
    error(INVALID_CHARACTER, detail)
}
