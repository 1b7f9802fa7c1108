//! Validators: the stock validators, and the trait for own ones.
//!
//! A validator gets known values only. Null and unknown values, and values with such parts, are not checked.
//!
//! A violation is an error, or a warning: [`Violation::warning`], or [`warn`](warn()) around a validator. A function that needs the path of the
//! value or other values of the configuration is a validator by [`in_context`]. [`sum`] and [`product`] are for `validate` hooks.

mod context;
mod numbers;
pub(crate) mod stock;

use terrane_value::Value;

pub use self::context::{configuration, in_context};
pub use self::numbers::{product, sum};
pub use self::stock::*;
use crate::attr::Attr;
use crate::messages::bad_secret;
pub use crate::schema::ValidationContext;
use crate::schema::{Constraint, Validator, Violation};

/// A validator of known values of type `T`.
///
/// A validator gets the borrowed form of the attribute ([`Attr::Checked`]): `str` for a `String`, `[T]` for a `Vec<T>`, the value
/// of a `Sensitive`, otherwise the type itself. A function `fn(&T) -> Result<(), V>` is a validator, too, for every `V` that converts
/// into a [`Violation`], such as a `String`. For a secret only the description of the validator is shown, because the violation may quote the value.
///
/// # Examples
///
/// ```
/// use terrane::prelude::*;
///
/// fn even(legs: &i64) -> Result<(), String> {
///     if legs % 2 == 0 { Ok(()) } else { Err(format!("expected an even number of legs, found {legs}")) }
/// }
///
/// /// An animal.
/// #[derive(Model)]
/// struct Pet {
///     /// How many legs it has.
///     #[tf(validate(range(0..=8), even))]
///     legs: i64,
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot check a `{T}`",
    label = "not a validator of `{T}`",
    note = "a validator is one of `terrane::validate`, or a function `fn(&{T}) -> Result<(), String>`"
)]
pub trait Check<T: ?Sized> {
    /// Returns a description of the allowed values for the documentation. May be empty.
    fn describe(&self) -> String {
        String::new()
    }

    /// Returns the allowed values as data, for documentation and editors. It may allow more values than the validator. `None` if there is no such form.
    fn constraint(&self) -> Option<Constraint> {
        None
    }

    /// Validates a value.
    ///
    /// # Errors
    ///
    /// Fails with the expectation and the finding.
    fn check(&self, value: &T) -> Result<(), Violation>;

    /// Validates a value of a configuration. Validators that need the configuration, or contain other validators, implement it.
    ///
    /// # Errors
    ///
    /// Fails with the expectation and the finding.
    fn check_in(&self, value: &T, context: &ValidationContext<'_>) -> Result<(), Violation> {
        let _ = context;
        self.check(value)
    }

    /// Returns in one line why the validator cannot work, such as an invalid regular expression.
    ///
    /// The host shows it as a schema error with the name of the attribute.
    fn schema_error(&self) -> Option<String> {
        None
    }
}

impl<T: ?Sized, F, V> Check<T> for F
where
    F: Fn(&T) -> Result<(), V>,
    V: Into<Violation>,
{
    fn check(&self, value: &T) -> Result<(), Violation> {
        self(value).map_err(Into::into)
    }
}

/// Converts a typed validator to the schema's form. The derive calls it for `#[tf(validate(..))]`.
#[doc(hidden)]
pub fn on<T: Attr, V: Check<T::Checked> + Send + Sync + 'static>(validator: V) -> Validator {
    let (describe, schema_error) = (validator.describe(), validator.schema_error());
    let constraint = validator.constraint();
    let validator = Validator::in_context(describe, move |value, context| match value {
        Value::Known(data) => match T::decode(data) {
            Ok(value) => validator.check_in(value.checked(), context),
            Err(error) if error.is_null() || error.is_unknown() => Ok(()),
            Err(error) => Err(Violation::new(error.to_string())),
        },
        Value::Null | Value::Unknown(_) => Ok(()),
    });
    let validator = validator
        .schema_error(schema_error)
        .with_constraint(constraint);
    if T::SENSITIVE {
        hidden(validator)
    } else {
        validator
    }
}

/// Converts a validator of secrets, so that no violation quotes a value.
pub(crate) fn hidden(validator: Validator) -> Validator {
    let allowed = validator.describe().to_owned();
    let schema_error = validator.why_broken().map(str::to_owned);
    let constraint = validator.constraint().cloned();
    let validator = Validator::in_context(allowed.clone(), move |value, context| {
        let found = validator.check_in(value, context);
        found.map_err(|violation| {
            if violation.has_errors() {
                bad_secret(&allowed)
            } else {
                bad_secret(&allowed).warn()
            }
        })
    });
    validator
        .schema_error(schema_error)
        .with_constraint(constraint)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attr::Sensitive;

    fn lower(text: &str) -> Result<(), String> {
        if text.chars().any(char::is_uppercase) {
            return Err(format!("expected lower case, found {text}"));
        }
        Ok(())
    }

    #[test]
    fn a_function_of_the_borrowed_form_is_a_validator() {
        let validator = on::<String, _>(lower);
        assert_eq!(validator.check(&Value::from("abc")), Ok(()));
        let violation = validator.check(&Value::from("aBc")).unwrap_err();
        assert_eq!(violation.detail(), "expected lower case, found aBc");
    }

    #[test]
    fn a_violation_does_not_quote_a_secret() {
        let own = on::<Sensitive<String>, _>(lower);
        let stock = on::<Sensitive<String>, _>(len(8..));
        for (validator, expected) in [
            (own, "the value is not valid; it is sensitive and not shown"),
            (
                stock,
                "expected at least 8 characters; the value is sensitive and not shown",
            ),
        ] {
            let violation = validator.check(&Value::from("Hunter2")).unwrap_err();
            assert_eq!(violation.detail(), expected);
        }
    }
}
