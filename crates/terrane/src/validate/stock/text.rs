//! Formats of texts.

use std::net::Ipv4Addr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use regex_lite::Regex;
use terrane_protocol::schema::code_span;

use super::form::Form;
use crate::messages;
use crate::schema::{Constraint, Violation};
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
pub fn matches(expression: &str, expected: impl Into<String>) -> Form<str> {
    of_expression(expression, &expected.into(), true)
}

/// Requires that a string does not match a regular expression, which `expected` explains.
///
/// It works like [`matches()`]: a match anywhere in the string is a violation.
///
/// # Examples
///
/// ```
/// use terrane::validate::{Check, does_not_match};
///
/// let name = does_not_match("--", "no two hyphens in a row");
/// assert!(name.check("a-b").is_ok());
/// assert!(name.check("a--b").is_err());
/// ```
pub fn does_not_match(expression: &str, expected: impl Into<String>) -> Form<str> {
    of_expression(expression, &expected.into(), false)
}

fn of_expression(expression: &str, expected: &str, is_match: bool) -> Form<str> {
    match Regex::new(expression) {
        Ok(regex) => {
            let form = text(expected, move |text| regex.is_match(text) == is_match);
            form.with_constraint(if is_match {
                Constraint::matches(expression)
            } else {
                Constraint::does_not_match(expression)
            })
        }
        Err(error) => {
            let problem = messages::bad_expression(expression, &error);
            let schema_error = Some(problem.clone());
            Form::new(expected, move |_, _| Err(Violation::new(&problem)))
                .with_schema_error(schema_error)
        }
    }
}

/// The validator of a format of texts.
fn text(expected: &str, is: impl Fn(&str) -> bool + Send + Sync + 'static) -> Form<str> {
    let shown = expected.to_owned();
    Form::new(expected, move |text, _| expect(is(text), &shown, text))
}

fn expect(right: bool, expected: &str, found: &str) -> Result<(), Violation> {
    if right {
        return Ok(());
    }
    Err(Violation::unexpected(expected, found))
}

/// Requires characters other than white space.
#[must_use]
pub fn not_blank() -> Form<str> {
    text("text that is not blank", |text| !text.trim().is_empty())
}

/// Forbids certain characters in a string.
///
/// # Examples
///
/// ```
/// use terrane::validate::{Check, without_any_of};
///
/// assert!(without_any_of("/\\").check("a.txt").is_ok());
/// assert!(without_any_of("/\\").check("a/b.txt").is_err());
/// ```
pub fn without_any_of(characters: impl Into<String>) -> Form<str> {
    let characters = characters.into();
    let expected = |shown: &str| format!("text without any of the characters {shown}");
    let (description, shown) = (
        expected(&code_span(&characters)),
        expected(&format!("{characters:?}")),
    );
    Form::new(description, move |text: &str, _| {
        expect(!text.contains(|c| characters.contains(c)), &shown, text)
    })
}

/// Requires padded Base64 in the standard alphabet.
#[must_use]
pub fn base64() -> Form<str> {
    text("base64", |text| STANDARD.decode(text).is_ok())
}

/// Requires a UUID: `123e4567-e89b-12d3-a456-426614174000`.
#[must_use]
pub fn uuid() -> Form<str> {
    let expected = "a UUID, such as 123e4567-e89b-12d3-a456-426614174000";
    text(expected, |text| {
        let lengths = text.split('-').map(str::len);
        let mut bytes = text.bytes();
        lengths.eq([8, 4, 4, 4, 12]) && bytes.all(|it| it == b'-' || it.is_ascii_hexdigit())
    })
}

/// Requires a regular expression of the syntax that [`matches()`] accepts.
#[must_use]
pub fn regular_expression() -> Form<str> {
    text("a regular expression", |text| Regex::new(text).is_ok())
}

/// Requires a range of IPv4 addresses, from the first to the last: `192.0.2.1-192.0.2.9`.
#[must_use]
pub fn ipv4_range() -> Form<str> {
    let expected = "a range of IPv4 addresses, such as 192.0.2.1-192.0.2.9";
    let parse = |end: &str| end.parse::<Ipv4Addr>().ok();
    text(expected, move |text| {
        let ends = text.split_once('-');
        let ends = ends.and_then(|(first, last)| Some((parse(first)?, parse(last)?)));
        ends.is_some_and(|(first, last)| first <= last)
    })
}

/// Requires a URL with `http` or `https` and a host. [`Url::schemes`] sets other schemes.
///
/// # Examples
///
/// ```
/// use terrane::validate::{Check, url};
///
/// assert!(url().check("http://example.com/a").is_ok());
/// assert!(url().schemes(["https"]).check("http://example.com/a").is_err());
/// ```
#[must_use]
pub fn url() -> Url {
    Url {
        schemes: vec!["http".to_owned(), "https".to_owned()],
    }
}

/// The validator of [`url()`].
#[derive(Debug)]
pub struct Url {
    schemes: Vec<String>,
}

impl Url {
    /// Replaces the allowed schemes.
    #[must_use]
    pub fn schemes(self, schemes: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let schemes = schemes.into_iter().map(Into::into).collect();
        Self { schemes }
    }
}

impl Check<str> for Url {
    fn describe(&self) -> String {
        let schemes = self.schemes.join(" or ");
        let example = self.schemes.last().map_or("https", String::as_str);
        format!("an {schemes} URL, such as {example}://example.com")
    }

    fn check(&self, value: &str) -> Result<(), Violation> {
        let has_host = |rest: &str| {
            let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
            let host = authority.rsplit('@').next().unwrap_or_default();
            !host.is_empty() && !host.starts_with(':')
        };
        let valid = value.split_once("://").is_some_and(|(scheme, rest)| {
            let mut schemes = self.schemes.iter();
            schemes.any(|it| it.eq_ignore_ascii_case(scheme)) && has_host(rest)
        });
        let has_space = value.contains(|c: char| c.is_whitespace() || c.is_control());
        expect(valid && !has_space, &self.describe(), value)
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
            (regular_expression(), &["", "^[a-z]+$"], &["(", "[z-a]"]),
            (
                ipv4_range(),
                &["192.0.2.1-192.0.2.9", "192.0.2.1-192.0.2.1"],
                &[
                    "",
                    "192.0.2.1",
                    "192.0.2.9-192.0.2.1",
                    "192.0.2.1 - 192.0.2.9",
                    "::1-::2",
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
    fn a_url_has_one_of_the_schemes_and_a_host() {
        for text in ["https://example.com", "HTTP://user@[::1]:8080/a?b#c"] {
            assert_eq!(url().check(text), Ok(()), "{text:?}");
        }
        for text in [
            "",
            "example.com",
            "https://",
            "https:///a",
            "ftp://example.com",
            "https://exa mple.com",
            "https://:80",
            "https://a@",
        ] {
            let message = url().check(text).unwrap_err().to_string();
            let expected = "expected an http or https URL, such as https://example.com, found";
            assert_eq!(message, format!("{expected} {text:?}"));
        }
        let registry = url().schemes(["oci"]);
        assert_eq!(registry.check("oci://example.com"), Ok(()));
        let message = registry
            .check("https://example.com")
            .unwrap_err()
            .to_string();
        assert!(message.starts_with("expected an oci URL, such as oci://example.com"));
    }

    #[test]
    fn an_expression_may_exclude_strings() {
        let name = does_not_match("--", "no two hyphens in a row");
        assert_eq!(name.check("a-b-c"), Ok(()));
        let message = name.check("a--b").unwrap_err().to_string();
        assert_eq!(message, "expected no two hyphens in a row, found \"a--b\"");
        assert!(does_not_match("(", "").schema_error().is_some());
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
    fn characters_may_be_forbidden() {
        assert_eq!(without_any_of("/:").check("a.b"), Ok(()));
        assert_eq!(
            without_any_of("/:").check("a:b").unwrap_err().to_string(),
            r#"expected text without any of the characters "/:", found "a:b""#
        );
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
