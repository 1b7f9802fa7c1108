//! Several validators as one.

use crate::messages;
use crate::schema::Violation;
use crate::validate::Check;

/// Requires that all validators of a tuple accept a value. Every violation is reported.
///
/// A field can have several validators without it. Use it within [`any`] and [`each`](super::each).
///
/// # Examples
///
/// ```
/// use terrane::validate::{Check, all, len, not_blank};
///
/// assert!(all((len(..=8), not_blank())).check("zoo").is_ok());
/// ```
pub fn all<V>(validators: V) -> All<V> {
    All(validators)
}

/// Requires that at least one validator of a tuple accepts a value.
///
/// # Examples
///
/// ```
/// use terrane::validate::{Check, any, one_of, range};
///
/// let port = any((one_of([80, 443]), range(1024..)));
/// assert!(port.check(&443i64).is_ok());
/// assert!(port.check(&22i64).is_err());
/// ```
pub fn any<V>(validators: V) -> Any<V> {
    Any(validators)
}

/// The validator of [`all`].
#[derive(Debug, Clone)]
pub struct All<V>(V);

/// The validator of [`any`].
#[derive(Debug, Clone)]
pub struct Any<V>(V);

/// A tuple of validators of values of type `T`.
pub trait Checks<T: ?Sized> {
    /// Returns the descriptions.
    fn describe_each(&self) -> Vec<String>;

    /// Validates a value with each.
    fn check_each(&self, value: &T) -> Vec<Result<(), Violation>>;

    /// Returns the first schema error.
    fn schema_error(&self) -> Option<String>;
}

macro_rules! tuples {
    ($(($($validator:ident $at:tt),*))*) => {$(
        impl<T: ?Sized, $($validator: Check<T>),*> Checks<T> for ($($validator,)*) {
            fn describe_each(&self) -> Vec<String> {
                vec![$(self.$at.describe()),*]
            }

            fn check_each(&self, value: &T) -> Vec<Result<(), Violation>> {
                vec![$(self.$at.check(value)),*]
            }

            fn schema_error(&self) -> Option<String> {
                None$(.or_else(|| self.$at.schema_error()))*
            }
        }
    )*};
}

tuples! {
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
}

fn non_empty(mut parts: Vec<String>) -> Vec<String> {
    parts.retain(|part| !part.is_empty());
    parts
}

impl<T: ?Sized, V: Checks<T>> Check<T> for All<V> {
    fn describe(&self) -> String {
        non_empty(self.0.describe_each()).join(", and ")
    }

    fn check(&self, value: &T) -> Result<(), Violation> {
        Violation::all(self.0.check_each(value))
    }

    fn schema_error(&self) -> Option<String> {
        self.0.schema_error()
    }
}

impl<T: ?Sized, V: Checks<T>> Check<T> for Any<V> {
    fn describe(&self) -> String {
        non_empty(self.0.describe_each()).join(", or ")
    }

    fn check(&self, value: &T) -> Result<(), Violation> {
        let found = self.0.check_each(value);
        if found.iter().any(Result::is_ok) {
            return Ok(());
        }
        let problems = found.into_iter().filter_map(Result::err);
        let problems = problems
            .flat_map(Violation::each)
            .map(|one| one.to_string());
        Err(messages::no_alternative(&non_empty(problems.collect())))
    }

    fn schema_error(&self) -> Option<String> {
        self.0.schema_error()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validate::{len, not_blank, one_of, range};

    #[test]
    fn all_reports_every_violation() {
        let violation = all((len(2..), not_blank())).check(" ").unwrap_err();
        let problems: Vec<String> = violation.each().map(|one| one.to_string()).collect();
        assert_eq!(
            problems,
            [
                "expected at least 2 characters, found 1",
                "expected text that is not blank, found \" \""
            ]
        );
    }

    #[test]
    fn any_lists_every_alternative() {
        let port = any((one_of([80]), range(1024i64..)));
        assert_eq!(Check::<i64>::describe(&port), "one of 80, or at least 1024");
        assert_eq!(
            port.check(&22).unwrap_err().to_string(),
            "expected one of 80, found 22; or expected a number at least 1024, found 22"
        );
        assert_eq!(port.check(&80), Ok(()));
    }
}
