//! Known values of a draft.

use terrane_value::Value;

/// Reads several values of a draft, if all of them are known and not null.
///
/// A path may go through nested models; every step must be known.
///
/// # Examples
///
/// ```
/// use terrane::prelude::*;
///
/// /// An animal.
/// #[derive(Model)]
/// struct Pet {
///     /// How many legs it has.
///     legs: i64,
///     /// What it eats.
///     diet: Diet,
/// }
///
/// /// What a pet eats.
/// #[derive(Model)]
/// struct Diet {
///     /// Energy in kilocalories.
///     kcal: i64,
/// }
///
/// let mut draft = PetDraft { legs: Value::Known(4), diet: Value::Known(DietDraft { kcal: Value::Known(300) }) };
/// assert_eq!(known!(draft; legs, diet.kcal), Some((&4, &300)));
/// draft.legs = Value::Null;
/// assert_eq!(known!(draft; legs, diet.kcal), None);
/// ```
#[macro_export]
macro_rules! known {
    ($draft:expr; $first:ident $(. $rest:ident)* $(,)?) => {
        $crate::generated::Known::known(&$draft.$first)$(.and_then(|inside| $crate::generated::Known::known(&inside.$rest)))*
    };
    ($draft:expr; $($first:ident $(. $rest:ident)*),+ $(,)?) => {
        (|| ::std::option::Option::Some(($($crate::known!($draft; $first $(. $rest)*)?),+)))()
    };
}

/// A part of a draft that [`known!`](crate::known!) reads: a value, or the draft of a flattened model.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a part of a draft",
    label = "neither a value nor a flattened model's draft",
    note = "`known!` reads a draft, such as the `&Draft<Self>` of `validate`"
)]
pub trait Known {
    /// The type of the known value.
    type Known;

    /// Returns the known value.
    fn known(&self) -> Option<&Self::Known>;
}

impl<T> Known for Value<T> {
    type Known = T;

    fn known(&self) -> Option<&T> {
        Value::known(self)
    }
}
