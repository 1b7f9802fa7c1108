//! Values that are allowed, and values that are not.

use std::fmt::Display;

use terrane_protocol::schema::code_span;

use crate::messages;
use crate::schema::{Constraint, Violation};
use crate::validate::Check;

/// Allows only certain strings, numbers or bools.
///
/// For a string with few values, prefer an enum with `#[derive(Attr)]`.
///
/// # Examples
///
/// ```
/// use terrane::validate::{Check, one_of};
///
/// assert!(one_of(["tcp", "udp"]).check("tcp").is_ok());
/// assert!(one_of(["tcp", "udp"]).ignore_case().check("TCP").is_ok());
/// assert!(one_of([1, 2, 4]).check(&3i64).is_err());
/// assert!(one_of([true]).check(&false).is_err());
/// ```
pub fn one_of<T>(allowed: impl IntoIterator<Item = T>) -> OneOf<T> {
    OneOf {
        allowed: allowed.into_iter().collect(),
        ignore_case: false,
    }
}

/// Forbids certain strings or numbers.
///
/// # Examples
///
/// ```
/// use terrane::validate::{Check, none_of};
///
/// assert!(none_of(["root", "admin"]).ignore_case().check("Root").is_err());
/// assert!(none_of([0]).check(&1i64).is_ok());
/// ```
pub fn none_of<T>(forbidden: impl IntoIterator<Item = T>) -> NoneOf<T> {
    NoneOf(one_of(forbidden))
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
pub fn without_any_of(characters: impl Into<String>) -> WithoutAnyOf {
    WithoutAnyOf(characters.into())
}

/// The validator of [`without_any_of`].
#[derive(Debug, Clone)]
pub struct WithoutAnyOf(String);

/// The validator of [`one_of`].
#[derive(Debug, Clone)]
pub struct OneOf<T> {
    allowed: Vec<T>,
    ignore_case: bool,
}

/// The validator of [`none_of`].
#[derive(Debug, Clone)]
pub struct NoneOf<T>(OneOf<T>);

impl<T> OneOf<T> {
    /// Compares strings without regard to case.
    #[must_use]
    pub fn ignore_case(self) -> Self {
        Self {
            ignore_case: true,
            ..self
        }
    }

    fn has_text(&self, value: &str) -> bool
    where
        T: AsRef<str>,
    {
        let mut allowed = self.allowed.iter().map(AsRef::as_ref);
        if self.ignore_case {
            let value = value.to_lowercase();
            allowed.any(|allowed| allowed.to_lowercase() == value)
        } else {
            allowed.any(|allowed| allowed == value)
        }
    }

    fn case(&self) -> &'static str {
        if self.ignore_case {
            " (in any case)"
        } else {
            ""
        }
    }

    fn words(&self, show: impl Fn(&T) -> String) -> String {
        self.texts(show).join(", ")
    }

    fn texts(&self, show: impl Fn(&T) -> String) -> Vec<String> {
        self.allowed.iter().map(show).collect()
    }
}

impl<T> NoneOf<T> {
    /// Compares strings without regard to case.
    #[must_use]
    pub fn ignore_case(self) -> Self {
        Self(self.0.ignore_case())
    }
}

impl<T: AsRef<str>> Check<str> for OneOf<T> {
    fn describe(&self) -> String {
        let words = self.words(|text| code_span(text.as_ref()));
        format!("one of {words}{}", self.case())
    }

    fn constraint(&self) -> Option<Constraint> {
        Some(Constraint::OneOf {
            values: self.texts(|text| text.as_ref().to_owned()),
            ignore_case: self.ignore_case,
        })
    }

    fn check(&self, value: &str) -> Result<(), Violation> {
        if self.has_text(value) {
            return Ok(());
        }
        let words = self.words(|text| format!("{:?}", text.as_ref()));
        let case = self.case();
        let expected = format!("one of {words}{case}");
        Err(messages::unexpected_text(&expected, value).into())
    }
}

impl<T: AsRef<str>> Check<str> for NoneOf<T> {
    fn describe(&self) -> String {
        let words = self.0.words(|text| code_span(text.as_ref()));
        format!("none of {words}{}", self.0.case())
    }

    fn constraint(&self) -> Option<Constraint> {
        Some(Constraint::NoneOf {
            values: self.0.texts(|text| text.as_ref().to_owned()),
            ignore_case: self.0.ignore_case,
        })
    }

    fn check(&self, value: &str) -> Result<(), Violation> {
        if !self.0.has_text(value) {
            return Ok(());
        }
        let words = self.0.words(|text| format!("{:?}", text.as_ref()));
        let case = self.0.case();
        let expected = format!("none of {words}{case}");
        Err(messages::unexpected_text(&expected, value).into())
    }
}

impl<N: PartialEq + Display> Check<N> for OneOf<N> {
    fn describe(&self) -> String {
        format!("one of {}", self.words(N::to_string))
    }

    fn constraint(&self) -> Option<Constraint> {
        Some(Constraint::OneOf {
            values: self.texts(N::to_string),
            ignore_case: false,
        })
    }

    fn check(&self, value: &N) -> Result<(), Violation> {
        if self.allowed.contains(value) {
            return Ok(());
        }
        Err(messages::unexpected_value(
            &Check::<N>::describe(self),
            value,
        ))
    }
}

impl<N: PartialEq + Display> Check<N> for NoneOf<N> {
    fn describe(&self) -> String {
        format!("none of {}", self.0.words(N::to_string))
    }

    fn constraint(&self) -> Option<Constraint> {
        Some(Constraint::NoneOf {
            values: self.0.texts(N::to_string),
            ignore_case: false,
        })
    }

    fn check(&self, value: &N) -> Result<(), Violation> {
        if !self.0.allowed.contains(value) {
            return Ok(());
        }
        Err(messages::unexpected_value(
            &Check::<N>::describe(self),
            value,
        ))
    }
}

impl Check<str> for WithoutAnyOf {
    fn describe(&self) -> String {
        format!("text without any of the characters {}", code_span(&self.0))
    }

    fn check(&self, value: &str) -> Result<(), Violation> {
        if !value.contains(|c| self.0.contains(c)) {
            return Ok(());
        }
        let expected = format!("text without any of the characters {:?}", self.0);
        Err(messages::unexpected_text(&expected, value).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(found: Result<(), Violation>) -> String {
        found.unwrap_err().to_string()
    }

    #[test]
    fn messages_list_what_is_allowed_or_not() {
        assert_eq!(
            message(one_of(["a", "b"]).check("c")),
            r#"expected one of "a", "b", found "c""#
        );
        assert_eq!(
            message(one_of(["Ä"]).ignore_case().check("o")),
            r#"expected one of "Ä" (in any case), found "o""#
        );
        assert_eq!(
            message(none_of(["a".to_owned()]).check("a")),
            r#"expected none of "a", found "a""#
        );
        assert_eq!(
            message(none_of([0.5]).check(&0.5)),
            "expected none of 0.5, found 0.5"
        );
    }

    #[test]
    fn characters_may_be_forbidden() {
        assert_eq!(without_any_of("/:").check("a.b"), Ok(()));
        assert_eq!(
            message(without_any_of("/:").check("a:b")),
            r#"expected text without any of the characters "/:", found "a:b""#
        );
    }

    #[test]
    fn a_bool_may_have_one_value_only() {
        assert!(one_of([true]).check(&true).is_ok());
        assert_eq!(
            message(one_of([true]).check(&false)),
            "expected one of true, found false"
        );
        assert!(none_of([true]).check(&true).is_err());
    }

    #[test]
    fn case_counts_unless_ignored() {
        assert!(one_of(["a"]).check("A").is_err());
        assert!(one_of(["Ä"]).ignore_case().check("ä").is_ok());
        assert!(none_of(["a"]).check("A").is_ok());
        assert!(none_of(["a"]).ignore_case().check("A").is_err());
    }
}
