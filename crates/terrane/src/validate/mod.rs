//! Checks of attributes: the stock validators, and what an own one looks like.
//!
//! A validator sees known values only. While a value, or a part of it, is null or unknown, there is nothing to check yet.

mod arithmetic;
mod prefer;
mod relation;
mod stock;
mod walk;

use terrane_value::Value;

pub use self::stock::*;
pub(crate) use self::walk::{Known, validate};
use crate::attr::Attr;
use crate::schema::{Validator, Violation};

/// A check of a known value of type `T`.
///
/// What a validator sees is the borrowed form of the attribute ([`Attr::Checked`]): `str` for a `String`, `[T]` for a `Vec<T>`, what is
/// inside for a `Sensitive`, otherwise the type itself. A function `fn(&T) -> Result<(), V>` is a validator too, for every `V` that turns
/// into a [`Violation`], such as a `String`. Of a secret's violation only the description is shown, because its text may quote the value.
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
/// #[derive(Schema)]
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
    /// Says what is allowed, as a fragment for documentation; empty for nothing to say.
    fn describe(&self) -> String {
        String::new()
    }

    /// Checks a value.
    ///
    /// # Errors
    ///
    /// What was expected and what was found.
    fn check(&self, value: &T) -> Result<(), Violation>;

    /// Says in one line why the validator cannot check anything, such as a bad regular expression.
    ///
    /// It is an error of the schema, which the host shows with the name of the attribute.
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

/// Makes the schema's validator of a typed one. The derive calls it for `#[tf(validate(..))]`.
pub fn on<T: Attr, V: Check<T::Checked> + Send + Sync + 'static>(validator: V) -> Validator {
    let (describe, schema_error) = (validator.describe(), validator.schema_error());
    let allowed = describe.clone();
    let validator = Validator::new(describe, move |value| match value {
        Value::Known(data) => match T::decode(data) {
            Ok(value) => validator.check(value.checked()).map_err(|violation| {
                if T::SENSITIVE {
                    secret(&allowed)
                } else {
                    violation
                }
            }),
            Err(error) if error.is_null() || error.is_unknown() => Ok(()),
            Err(error) => Err(Violation::new(error.to_string())),
        },
        Value::Null | Value::Unknown(_) => Ok(()),
    });
    validator.schema_error(schema_error)
}

/// Makes a validator of secrets, whose values no violation quotes.
pub(crate) fn hidden(validator: Validator) -> Validator {
    let allowed = validator.describe().to_owned();
    let schema_error = validator.why_broken().map(str::to_owned);
    let validator = Validator::new(allowed.clone(), move |value| {
        validator.check(value).map_err(|_| secret(&allowed))
    });
    validator.schema_error(schema_error)
}

/// What is wrong with a secret, without a word of the validator's own: it may quote the value.
fn secret(allowed: &str) -> Violation {
    Violation::new(if allowed.is_empty() {
        "the value is not valid; it is sensitive and not shown".to_owned()
    } else {
        format!("expected {allowed}; the value is sensitive and not shown")
    })
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
