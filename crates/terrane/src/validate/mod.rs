//! Checks of attributes: the stock validators, and what an own one looks like.
//!
//! A validator sees known values only. While a value, or a part of it, is null or unknown, there is nothing to check yet.

mod stock;
mod walk;

use terrane_value::Value;

pub use self::stock::{Len, OneOf, Range, len, one_of, range};
pub(crate) use self::walk::validate;
use crate::attr::Attr;
use crate::schema::{Validator, Violation};

/// A check of a known value of type `T`.
///
/// A function `fn(&T) -> Result<(), V>` is one too, for every `V` that turns into a [`Violation`], such as a `String`.
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
pub trait Check<T> {
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
}

impl<T, F, V> Check<T> for F
where
    F: Fn(&T) -> Result<(), V>,
    V: Into<Violation>,
{
    fn check(&self, value: &T) -> Result<(), Violation> {
        self(value).map_err(Into::into)
    }
}

/// Makes the schema's validator of a typed one. The derive calls it for `#[tf(validate(..))]`.
pub fn on<T: Attr, V: Check<T> + Send + Sync + 'static>(validator: V) -> Validator {
    Validator::new(validator.describe(), move |value| match value {
        Value::Known(data) => match T::decode(data.clone()) {
            Ok(value) => validator.check(&value),
            Err(error) if error.is_null() || error.is_unknown() => Ok(()),
            Err(error) => Err(Violation::new(error.to_string())),
        },
        Value::Null | Value::Unknown(_) => Ok(()),
    })
}
