//! Messages about relations between fields.

use super::one_of;

pub(crate) const PREFER_WRITE_ONLY: &str =
    "write only the attribute and its write-only twin: `prefer_write_only(password, password_wo)`";
pub(crate) const NESTED_WARN: &str =
    "a relation is an error or a warning as a whole: write `warn(..)` around all of it";
pub(crate) const NESTED_HINT: &str =
    "the suggestion of a write-only attribute is no condition: write it as an option of its own";
pub(crate) const LITERAL: &str =
    "write the value as a text, a whole number or a bool: `equals(kind, \"fixed\")`";

/// `words` are the relations that can be parts of others.
pub(crate) fn expected(words: &[&str]) -> String {
    format!("expected a relation: {}", one_of(words.iter().copied()))
}

pub(crate) fn unknown(word: &str, meant: Option<&str>, words: &[&str]) -> String {
    match meant {
        Some(meant) => format!("unknown relation `{word}`: did you mean `{meant}`?"),
        None => format!(
            "unknown relation `{word}`: expected one of {}",
            one_of(words.iter().copied())
        ),
    }
}

pub(crate) fn secret(name: &str) -> String {
    format!(
        "`{name}` is secret, and an error would reveal whether it has the value: compare another field"
    )
}
