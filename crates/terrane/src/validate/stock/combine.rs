//! Several validators as one.

use super::form::Form;
use crate::messages;
use crate::schema::{Constraint, ValidationContext, Violation};
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
pub fn all<V>(validators: V) -> Combined<V> {
    Combined(validators, Mode::All)
}

/// Requires that at least one validator of a tuple accepts a value. Only the warnings of the first validator that accepts it are reported.
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
pub fn any<V>(validators: V) -> Combined<V> {
    Combined(validators, Mode::Any)
}

/// Like [`any`], but reports the warnings of all validators, also of those that do not accept the value.
///
/// # Examples
///
/// ```
/// use terrane::validate::{Check, any_with_all_warnings, matches, one_of, warn};
///
/// let name = any_with_all_warnings((one_of(["default"]), warn(matches("^[a-z]+$", "lower-case letters"))));
/// let found = name.check("Zoo").unwrap_err();
/// assert!(!found.has_errors());
/// ```
pub fn any_with_all_warnings<V>(validators: V) -> Combined<V> {
    Combined(validators, Mode::AnyWithAllWarnings)
}

/// Reports the violations of a validator as warnings.
///
/// # Examples
///
/// ```
/// use terrane::validate::{Check, len, warn};
///
/// let found = warn(len(..=3)).check("lion").unwrap_err();
/// assert!(found.is_warning());
/// ```
pub fn warn<T: ?Sized, V>(validator: V) -> Form<T>
where
    V: Check<T> + Send + Sync + 'static,
{
    let schema_error = validator.schema_error();
    // A value with a warning is allowed, so it has no constraint.
    let form = Form::new(validator.describe(), move |value: &T, context| {
        validator.check_in(value, context).map_err(Violation::warn)
    });
    form.with_schema_error(schema_error)
}

/// The validator of [`all`], [`any`] and [`any_with_all_warnings`].
#[derive(Debug)]
pub struct Combined<V>(V, Mode);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    All,
    Any,
    AnyWithAllWarnings,
}

/// A tuple of validators of values of type `T`.
pub trait Checks<T: ?Sized> {
    /// Returns the descriptions.
    fn describe_each(&self) -> Vec<String>;

    /// Returns the constraints, `None` for a validator without one.
    fn constraint_each(&self) -> Vec<Option<Constraint>>;

    /// Validates a value with each.
    fn check_each(&self, value: &T, context: &ValidationContext<'_>) -> Vec<Result<(), Violation>>;

    /// Returns the first schema error.
    fn schema_error(&self) -> Option<String>;
}

macro_rules! tuples {
    ($(($($validator:ident $at:tt),*))*) => {$(
        impl<T: ?Sized, $($validator: Check<T>),*> Checks<T> for ($($validator,)*) {
            fn describe_each(&self) -> Vec<String> {
                vec![$(self.$at.describe()),*]
            }

            fn constraint_each(&self) -> Vec<Option<Constraint>> {
                vec![$(self.$at.constraint()),*]
            }

            fn check_each(
                &self,
                value: &T,
                context: &ValidationContext<'_>,
            ) -> Vec<Result<(), Violation>> {
                vec![$(self.$at.check_in(value, context)),*]
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

/// Returns the constraint of several: those of validators without one are not checked by readers.
fn all_of(each: Vec<Option<Constraint>>) -> Option<Constraint> {
    let known: Vec<Constraint> = each.into_iter().flatten().collect();
    (!known.is_empty()).then_some(Constraint::all_of(known))
}

/// Returns the constraint of alternatives, if all have one.
fn any_of(each: Vec<Option<Constraint>>) -> Option<Constraint> {
    each.into_iter()
        .collect::<Option<_>>()
        .map(Constraint::any_of)
}

/// Returns the result of the first validator without errors, or the violations of all.
fn first_accepting(found: Vec<Result<(), Violation>>) -> Result<(), Violation> {
    let is_accepted =
        |found: &Result<(), Violation>| !found.as_ref().is_err_and(Violation::has_errors);
    if let Some(accepted) = found.iter().position(is_accepted) {
        return found.into_iter().nth(accepted).unwrap_or(Ok(()));
    }
    let problems = found
        .into_iter()
        .filter_map(Result::err)
        .flat_map(Violation::each);
    let errors = problems
        .filter(|problem| !problem.is_warning())
        .map(|one| one.to_string());
    Err(messages::no_alternative(&non_empty(errors.collect())))
}

impl<T: ?Sized, V: Checks<T>> Check<T> for Combined<V> {
    fn describe(&self) -> String {
        let parts = non_empty(self.0.describe_each());
        parts.join(if self.1 == Mode::All {
            ", and "
        } else {
            ", or "
        })
    }

    fn constraint(&self) -> Option<Constraint> {
        let each = self.0.constraint_each();
        if self.1 == Mode::All {
            all_of(each)
        } else {
            any_of(each)
        }
    }

    fn check(&self, value: &T) -> Result<(), Violation> {
        self.check_in(value, &ValidationContext::none())
    }

    fn check_in(&self, value: &T, context: &ValidationContext<'_>) -> Result<(), Violation> {
        let found = self.0.check_each(value, context);
        if self.1 == Mode::All {
            return Violation::all(found);
        }
        if self.1 == Mode::Any {
            return first_accepting(found);
        }
        let warnings = found.iter().filter_map(|found| found.clone().err());
        let warnings: Vec<_> = warnings.filter_map(Violation::warnings).map(Err).collect();
        match first_accepting(found) {
            Err(violation) if violation.has_errors() => {
                Violation::all([Err(violation)].into_iter().chain(warnings))
            }
            Ok(()) | Err(_) => Violation::all(warnings),
        }
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

    fn shown(found: Result<(), Violation>) -> Vec<(bool, String)> {
        let found = found.err().into_iter().flat_map(Violation::each);
        found
            .map(|one| (one.is_warning(), one.to_string()))
            .collect()
    }

    const WARNING: bool = true;

    #[test]
    fn a_warning_does_not_refuse_a_value() {
        let found = warn(len(3..)).check("ox").unwrap_err();
        assert!(!found.has_errors());
        let short = (
            WARNING,
            "expected at least 3 characters, found 2".to_owned(),
        );
        assert_eq!(shown(Err(found)), vec![short.clone()]);
        let both = all((warn(len(3..)), one_of(["cat"])));
        assert_eq!(
            shown(both.check("ox")),
            [
                short,
                (!WARNING, "expected one of \"cat\", found \"ox\"".to_owned())
            ]
        );
    }

    #[test]
    fn any_reports_the_warnings_of_the_accepting_validator_only() {
        let first = any((one_of([80]), warn(range(1024i64..)), warn(range(..0))));
        let warned = (
            WARNING,
            "expected a number at least 1024, found 22".to_owned(),
        );
        assert_eq!(shown(first.check(&22)), [warned]);
        assert_eq!(shown(first.check(&80)), []);
    }

    #[test]
    fn any_with_all_warnings_reports_the_warnings_of_all_validators() {
        let low = || {
            (
                WARNING,
                "expected a number at least 1024, found 22".to_owned(),
            )
        };
        let accepted = any_with_all_warnings((warn(range(1024i64..)), one_of([22])));
        assert_eq!(shown(accepted.check(&22)), [low()]);
        let both = all((warn(range(1024i64..)), one_of([80])));
        let refused = any_with_all_warnings((both, one_of([443])));
        let error = "expected one of 80, found 22; or expected one of 443, found 22";
        assert_eq!(
            shown(refused.check(&22)),
            [(!WARNING, error.to_owned()), low()]
        );
    }
}
