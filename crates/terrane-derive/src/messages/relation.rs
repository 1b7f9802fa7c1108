//! Messages about relations between fields.

use super::one_of;

pub(crate) const PREFER_WRITE_ONLY: &str =
    "write only the attribute and its write-only twin: `prefer_write_only(password, password_wo)`";
/// `words` are the relations that can be warnings.
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
