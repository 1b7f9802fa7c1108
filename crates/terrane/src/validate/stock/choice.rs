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
pub fn one_of<T>(allowed: impl IntoIterator<Item = T>) -> Choice<T> {
    Choice {
        listed: allowed.into_iter().collect(),
        allows: true,
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
pub fn none_of<T>(forbidden: impl IntoIterator<Item = T>) -> Choice<T> {
    Choice {
        allows: false,
        ..one_of(forbidden)
    }
}

/// The validator of [`one_of`] and [`none_of`].
#[derive(Debug)]
pub struct Choice<T> {
    listed: Vec<T>,
    /// Whether the listed values are the valid ones.
    allows: bool,
    ignore_case: bool,
}

impl<T> Choice<T> {
    /// Compares strings without regard to case.
    #[must_use]
    pub fn ignore_case(self) -> Self {
        Self {
            ignore_case: true,
            ..self
        }
    }

    fn expected(&self, show: impl Fn(&T) -> String) -> String {
        let which = if self.allows { "one of" } else { "none of" };
        let case = if self.ignore_case {
            " (in any case)"
        } else {
            ""
        };
        format!("{which} {}{case}", self.texts(show).join(", "))
    }

    fn constraint_of(&self, text: impl Fn(&T) -> String) -> Constraint {
        let (values, ignore_case) = (self.texts(text), self.ignore_case);
        if self.allows {
            Constraint::one_of(values, ignore_case)
        } else {
            Constraint::none_of(values, ignore_case)
        }
    }

    fn texts(&self, text: impl Fn(&T) -> String) -> Vec<String> {
        self.listed.iter().map(text).collect()
    }
}

impl<T: AsRef<str>> Check<str> for Choice<T> {
    fn describe(&self) -> String {
        self.expected(|text| code_span(text.as_ref()))
    }

    fn constraint(&self) -> Option<Constraint> {
        Some(self.constraint_of(|text| text.as_ref().to_owned()))
    }

    fn check(&self, value: &str) -> Result<(), Violation> {
        let is_value = |listed: &str| {
            listed == value || self.ignore_case && listed.to_lowercase() == value.to_lowercase()
        };
        if self.listed.iter().any(|it| is_value(it.as_ref())) == self.allows {
            return Ok(());
        }
        let expected = self.expected(|text| format!("{:?}", text.as_ref()));
        Err(Violation::unexpected(&expected, value))
    }
}

impl<N: PartialEq + Display> Check<N> for Choice<N> {
    fn describe(&self) -> String {
        self.expected(N::to_string)
    }

    fn constraint(&self) -> Option<Constraint> {
        Some(self.constraint_of(N::to_string))
    }

    fn check(&self, value: &N) -> Result<(), Violation> {
        if self.listed.contains(value) == self.allows {
            return Ok(());
        }
        let expected = self.expected(N::to_string);
        Err(messages::unexpected_value(&expected, value))
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
