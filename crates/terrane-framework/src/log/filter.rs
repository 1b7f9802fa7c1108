//! The filters that an author adds to the log. Attributes that the schema marks as sensitive are hidden without them.

use regex_lite::Regex;

use super::fields::Fields;
use crate::secret::MASK;

/// A pattern to search for in log lines. A string matches verbatim. [`regex`] creates a pattern from a regular expression.
#[derive(Debug, Clone)]
pub struct Pattern(Matcher);

#[derive(Debug, Clone)]
enum Matcher {
    Text(String),
    Regex(Regex),
}

/// Creates a pattern from a regular expression. Matching takes linear time for any text.
///
/// # Panics
///
/// Panics if the expression is not valid. The first start of the provider shows this error of the author.
///
/// # Examples
///
/// ```
/// let mut log = terrane::log::Log::new("registry.terraform.io/example/zoo");
/// log.mask(terrane::log::regex(r"\b\d{16}\b"));
/// ```
#[must_use]
pub fn regex(expression: &str) -> Pattern {
    match Regex::new(expression) {
        Ok(regex) => Pattern(Matcher::Regex(regex)),
        Err(error) => panic!("`{expression}` is no regular expression: {error}"),
    }
}

impl<T: Into<String>> From<T> for Pattern {
    fn from(text: T) -> Self {
        Self(Matcher::Text(text.into()))
    }
}

impl Pattern {
    fn is_in(&self, text: &str) -> bool {
        match &self.0 {
            Matcher::Text(part) => !part.is_empty() && text.contains(part),
            Matcher::Regex(regex) => regex.is_match(text),
        }
    }

    fn mask(&self, text: &mut String) {
        if self.is_in(text) {
            *text = match &self.0 {
                Matcher::Text(part) => text.replace(part, MASK),
                Matcher::Regex(regex) => regex.replace_all(text, MASK).into_owned(),
            };
        }
    }
}

/// The masks and omissions for all lines, or for those of a subsystem.
#[derive(Debug, Clone, Default)]
pub(super) struct Filter {
    pub(super) masked_keys: Vec<&'static str>,
    pub(super) masked_values: Vec<Pattern>,
    pub(super) masked_messages: Vec<Pattern>,
    pub(super) omitted_keys: Vec<&'static str>,
    pub(super) omitted_messages: Vec<Pattern>,
}

impl Filter {
    /// Returns whether a line is omitted.
    pub(super) fn omit(&self, message: &str, fields: &Fields) -> bool {
        self.omitted_messages
            .iter()
            .any(|pattern| pattern.is_in(message))
            || self.omitted_keys.iter().any(|key| fields.has(key))
    }

    /// Masks the message and the fields of a line.
    pub(super) fn apply(&self, message: &mut String, fields: &mut Fields) {
        for pattern in &self.masked_messages {
            pattern.mask(message);
        }
        if self.masked_keys.is_empty() && self.masked_values.is_empty() {
            return;
        }
        fields.change(|key, text| {
            if self.masked_keys.contains(&key) {
                MASK.clone_into(text);
            }
            for pattern in &self.masked_values {
                pattern.mask(text);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::log::Log;

    /// Applies a filter to a line. Returns its message, and its fields as JSON.
    fn filtered(
        filter: &Filter,
        message: &str,
        fields: &[(&'static str, Value)],
    ) -> Option<(String, Value)> {
        let mut fields: Fields = fields.iter().cloned().collect();
        let mut message = message.to_owned();
        if filter.omit(&message, &fields) {
            return None;
        }
        filter.apply(&mut message, &mut fields);
        let fields = fields
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value));
        Some((message, fields.collect()))
    }

    fn with(set: impl FnOnce(&mut Log)) -> Filter {
        let mut log = Log::new("example/zoo");
        set(&mut log);
        log.filter
    }

    #[test]
    fn lines_are_masked_by_key_text_and_regex() {
        let fields = [
            ("key", json!("abc 12")),
            ("n", json!(12)),
            ("on", json!(true)),
            ("other", json!("abc")),
        ];
        let cases = [
            (
                with(|_| ()),
                "abc 12",
                json!({"key": "abc 12", "n": 12, "on": true, "other": "abc"}),
            ),
            (
                with(|log| _ = log.mask_fields(["key", "on"])),
                "abc 12",
                json!({"key": "***", "n": 12, "on": "***", "other": "abc"}),
            ),
            (
                with(|log| _ = log.mask_values("abc").mask_values(regex(r"^\d+$"))),
                "abc 12",
                json!({"key": "*** 12", "n": "***", "on": true, "other": "***"}),
            ),
            (
                with(|log| _ = log.mask_messages("abc").mask_messages(regex(r"\d"))),
                "*** ******",
                json!({"key": "abc 12", "n": 12, "on": true, "other": "abc"}),
            ),
            (
                with(|log| _ = log.mask("abc").mask("")),
                "*** 12",
                json!({"key": "*** 12", "n": 12, "on": true, "other": "***"}),
            ),
        ];
        for (filter, message, shown) in cases {
            assert_eq!(
                filtered(&filter, "abc 12", &fields),
                Some((message.to_owned(), shown)),
                "{filter:?}"
            );
        }
    }

    #[test]
    fn lines_are_left_out_by_key_and_message() {
        let fields = [("key", json!(1))];
        for (filter, left_out) in [
            (with(|log| _ = log.omit_fields(["key"])), true),
            (with(|log| _ = log.omit_fields(["kei"])), false),
            (with(|log| _ = log.omit_messages("pin")), true),
            (with(|log| _ = log.omit_messages(regex("^ping$"))), true),
            (with(|log| _ = log.omit_messages(regex("^pin$"))), false),
            (with(|log| _ = log.omit_messages("")), false),
        ] {
            assert_eq!(
                filtered(&filter, "ping", &fields).is_none(),
                left_out,
                "{filter:?}"
            );
        }
    }

    #[test]
    #[should_panic(expected = "`(` is no regular expression")]
    fn a_broken_expression_is_an_error_of_the_author() {
        let _ = regex("(");
    }
}
