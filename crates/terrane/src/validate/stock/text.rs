//! Formats of texts.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use regex_lite::Regex;

use crate::messages;
use crate::schema::Violation;
use crate::validate::Check;

/// Requires that a string matches a regular expression, which `expected` explains.
///
/// A match anywhere in the string suffices: write `^..$` to match the whole string. Matching takes linear time. Classes
/// of Unicode such as `\p{Greek}` are not supported, to keep providers small. Write a function for them.
///
/// An invalid expression is a schema error, which the host shows with the name of the attribute.
///
/// # Examples
///
/// ```
/// use terrane::validate::{Check, matches};
///
/// let name = matches("^[a-z]+$", "lower-case letters");
/// assert!(name.check("zoo").is_ok());
/// assert_eq!(name.check("Zoo").unwrap_err().detail(), "expected lower-case letters, found \"Zoo\"");
/// ```
pub fn matches(expression: &str, expected: impl Into<String>) -> Matches {
    Matches {
        expression: Regex::new(expression)
            .map_err(|error| messages::bad_expression(expression, &error)),
        expected: expected.into(),
    }
}

/// The validator of [`matches()`].
#[derive(Debug, Clone)]
pub struct Matches {
    expression: Result<Regex, String>,
    expected: String,
}

impl Check<str> for Matches {
    fn describe(&self) -> String {
        self.expected.clone()
    }

    fn check(&self, value: &str) -> Result<(), Violation> {
        match &self.expression {
            Ok(expression) => expect(expression.is_match(value), &self.expected, value),
            Err(error) => Err(Violation::new(error)),
        }
    }

    fn schema_error(&self) -> Option<String> {
        self.expression.as_ref().err().cloned()
    }
}

/// The validator of a well-known format.
#[derive(Debug, Clone)]
pub struct Form {
    expected: String,
    is: fn(&str) -> bool,
}

impl Check<str> for Form {
    fn describe(&self) -> String {
        self.expected.clone()
    }

    fn check(&self, value: &str) -> Result<(), Violation> {
        expect((self.is)(value), &self.expected, value)
    }
}

fn expect(right: bool, expected: &str, found: &str) -> Result<(), Violation> {
    if right {
        return Ok(());
    }
    Err(messages::unexpected_text(expected, found).into())
}

/// Requires characters other than white space.
#[must_use]
pub fn not_blank() -> Form {
    Form {
        expected: "text that is not blank".to_owned(),
        is: |text| !text.trim().is_empty(),
    }
}

/// Requires padded Base64 in the standard alphabet.
#[must_use]
pub fn base64() -> Form {
    Form {
        expected: "base64".to_owned(),
        is: |text| STANDARD.decode(text).is_ok(),
    }
}

/// Requires a UUID: `123e4567-e89b-12d3-a456-426614174000`.
#[must_use]
pub fn uuid() -> Form {
    Form {
        expected: "a UUID, such as 123e4567-e89b-12d3-a456-426614174000".to_owned(),
        is: |text| {
            let groups: Vec<&str> = text.split('-').collect();
            let lengths: Vec<usize> = groups.iter().map(|group| group.len()).collect();
            lengths == [8, 4, 4, 4, 12]
                && text
                    .bytes()
                    .all(|byte| byte == b'-' || byte.is_ascii_hexdigit())
        },
    }
}

/// Requires a URL with `http` or `https` and a host.
#[must_use]
pub fn url() -> Form {
    Form {
        expected: "an http or https URL, such as https://example.com".to_owned(),
        is: |text| {
            let Some((scheme, rest)) = text.split_once("://") else {
                return false;
            };
            let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
            let host = authority.rsplit('@').next().unwrap_or_default();
            let known = ["http", "https"]
                .iter()
                .any(|it| it.eq_ignore_ascii_case(scheme));
            known
                && !host.is_empty()
                && !host.starts_with(':')
                && !text.contains(|c: char| c.is_whitespace() || c.is_control())
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_accept_valid_texts() {
        for (form, good, bad) in [
            (not_blank(), &["a", " a "][..], &["", " \t\u{a0}"][..]),
            (
                base64(),
                &["", "aGk=", "////"],
                &["aGk", "_-__", "a b=", "="],
            ),
            (
                uuid(),
                &[
                    "123e4567-e89b-12d3-a456-426614174000",
                    "FFFFFFFF-ffff-ffff-ffff-ffffffffffff",
                ],
                &[
                    "",
                    "123e4567e89b12d3a456426614174000",
                    "123e4567-e89b-12d3-a456-42661417400g",
                    "{123e4567-e89b-12d3-a456-426614174000}",
                ],
            ),
            (
                url(),
                &["https://example.com", "HTTP://user@[::1]:8080/a?b#c"],
                &[
                    "",
                    "example.com",
                    "https://",
                    "https:///a",
                    "ftp://example.com",
                    "https://exa mple.com",
                    "https://:80",
                    "https://a@",
                ],
            ),
        ] {
            for text in good {
                assert_eq!(form.check(text), Ok(()), "{text:?}");
            }
            for text in bad {
                let message = form.check(text).unwrap_err().to_string();
                assert_eq!(
                    message,
                    format!("expected {}, found {text:?}", form.describe())
                );
            }
        }
    }

    #[test]
    fn expressions_are_matched_and_explained() {
        let name = matches("^[a-z]+$", "lower-case letters");
        assert_eq!(name.describe(), "lower-case letters");
        assert_eq!(name.check("zoo"), Ok(()));
        for text in ["", "Zoo", "zoo 1"] {
            let message = name.check(text).unwrap_err().to_string();
            assert_eq!(
                message,
                format!("expected lower-case letters, found {text:?}")
            );
        }
        assert_eq!(matches("o", "an o").check("zoo"), Ok(()));
    }

    #[test]
    fn a_bad_expression_is_a_schema_error_of_one_line() {
        let bad = matches("(", "");
        let error = bad.schema_error().unwrap();
        assert!(error.starts_with("`(` is not a regular expression: "));
        assert_eq!(error.lines().count(), 1, "{error}");
        assert_eq!(bad.check("zoo"), Err(Violation::new(error)));
        assert_eq!(matches("o", "").schema_error(), None);
    }
}
