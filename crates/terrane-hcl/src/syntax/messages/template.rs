//! Strings, templates and their directives.

use super::error;
use crate::diagnostic::Diagnostic;

const ESCAPE: &str = "Invalid escape sequence";
const LITERAL: &str = "Invalid string literal";
const FOR: &str = "Invalid 'for' directive";
const UNCLOSED: &str = "Unclosed template interpolation sequence";
const EXTRA: &str = "Extra characters after interpolation expression";
const END: &str = "Unexpected end of template";

pub(crate) fn unterminated() -> Diagnostic {
    error(
        "Unterminated template string",
        "The end of the string is missing: a quote, or the end marker of a heredoc on a line of its own.",
    )
}

pub(crate) fn unclosed_at_end_of_file() -> Diagnostic {
    error(
        UNCLOSED,
        "The file ends before the closing brace of this template sequence. A bracket inside of the sequence may be unbalanced.",
    )
}

pub(crate) fn unclosed_at_quote() -> Diagnostic {
    error(
        UNCLOSED,
        "The quoted string ends before the closing brace of this template sequence. A bracket inside of the sequence may be unbalanced.",
    )
}

pub(crate) fn colon() -> Diagnostic {
    error(
        EXTRA,
        "A template sequence contains an expression, in which this colon has no meaning. To write the sequence for another language, such as a \
         shell, escape it as \"$${\".",
    )
}

pub(crate) fn extra() -> Diagnostic {
    error(
        EXTRA,
        "Expected the closing brace of the template sequence after its expression. To write the sequence for another language, such as a shell, \
         escape it as \"$${\".",
    )
}

pub(crate) fn directive_required() -> Diagnostic {
    error(
        "Invalid template directive",
        "A directive starts with one of the keywords if, else, endif, for and endfor. To write \"%{\" as text, escape it as \"%%{\".",
    )
}

pub(crate) fn keyword(given: &str) -> Diagnostic {
    error(
        "Invalid template control keyword",
        format!(
            "\"{given}\" is not a directive. The directives are if, else, endif, for and endfor."
        ),
    )
}

pub(crate) fn extra_in_directive(keyword: &str) -> Diagnostic {
    error(
        format!("Extra characters in {keyword} marker"),
        "Expected the closing brace of the directive.",
    )
}

pub(crate) fn for_variable() -> Diagnostic {
    error(FOR, "Expected the name of a variable after \"for\".")
}

pub(crate) fn for_second_variable() -> Diagnostic {
    error(
        FOR,
        "Expected the name of the variable for the value after the comma.",
    )
}

pub(crate) fn for_in() -> Diagnostic {
    error(
        FOR,
        "Expected the keyword \"in\" after the names of the variables.",
    )
}

pub(crate) fn missing_end(keyword: &str, start: &str) -> Diagnostic {
    error(
        END,
        format!(
            "The template ends before the directive \"end{keyword}\" that belongs to the directive \"{keyword}\" at {start}."
        ),
    )
}

pub(crate) fn unexpected(name: &str) -> Diagnostic {
    unexpected_because(name, "No directive is open that this one could belong to.")
}

pub(crate) fn second_else(start: &str) -> Diagnostic {
    unexpected_because(
        "else",
        &format!("The directive \"if\" at {start} already has an \"else\"."),
    )
}

pub(crate) fn else_of_for() -> Diagnostic {
    unexpected_because("else", "The directive \"for\" has no \"else\".")
}

pub(crate) fn other_end(name: &str, expected: &str, start: &str) -> Diagnostic {
    unexpected_because(
        name,
        &format!("Expected \"end{expected}\" for the directive \"{expected}\" at {start}."),
    )
}

fn unexpected_because(name: &str, reason: &str) -> Diagnostic {
    error(format!("Unexpected {name} directive"), reason.to_owned())
}

pub(crate) fn quoted_required() -> Diagnostic {
    error(LITERAL, "Expected a string in double quotes.")
}

pub(crate) fn not_a_template(marker: char) -> Diagnostic {
    error(
        LITERAL,
        format!(
            "This string cannot contain template sequences. To write \"{marker}{{\" as text, escape it as \"{marker}{marker}{{\"."
        ),
    )
}

pub(crate) fn not_in_literal() -> Diagnostic {
    error(LITERAL, "This cannot stand inside of a quoted string.")
}

pub(crate) fn unterminated_literal() -> Diagnostic {
    error(
        "Unterminated string literal",
        "The file ends before the closing quote of this string.",
    )
}

pub(crate) fn escape_selector_missing() -> Diagnostic {
    error(
        ESCAPE,
        "Expected a character that selects the escape sequence after the backslash.",
    )
}

pub(crate) fn escape_digits(selector: char, digits: usize) -> Diagnostic {
    error(
        ESCAPE,
        format!("The escape sequence \\{selector} needs {digits} hexadecimal digits after it."),
    )
}

pub(crate) fn escape_character(number: u32) -> Diagnostic {
    error(
        ESCAPE,
        format!("U+{number:04X} is not the number of a Unicode character."),
    )
}

pub(crate) fn escape_selector(selector: &str) -> Diagnostic {
    error(
        ESCAPE,
        format!(
            "\"\\{selector}\" is not an escape sequence. To write a backslash, double it (\"\\\\\")."
        ),
    )
}
