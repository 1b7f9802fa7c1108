//! Functions, such as `provider::sink::count`.
//!
//! They stay plain Rust functions, which unit tests call.

use std::collections::BTreeMap;

use terrane::prelude::*;

use crate::dish::Dish;
use crate::provider::Sink;

/// Returns whether a dish is in the sink.
///
/// This one works with the configured provider. OpenTofu calls such functions; Terraform does not know them.
#[function(provider = Sink)]
pub(crate) async fn cellar(
    sink: &Sink,
    /// The dish.
    name: String,
) -> Result<bool> {
    Ok(Dish::find(&name, sink).await?.is_some())
}

/// Counts the dishes.
///
/// The function takes any number of arguments.
#[function(crate = ::terrane)]
pub(crate) fn count(
    /// The dishes.
    #[variadic]
    dishes: Vec<String>,
) -> BTreeMap<String, i64> {
    let mut counted = BTreeMap::new();
    for dish in dishes {
        *counted.entry(dish).or_default() += 1;
    }
    counted
}

/// Divides an amount among the guests.
///
/// A violation is reported at its argument.
#[function]
pub(crate) fn divide(
    /// The amount.
    amount: Number,
    /// The number of guests.
    #[tf(name = "guests")]
    count: i64,
) -> Result<i64> {
    let Some(amount) = amount.to_i64() else {
        return Err(Error::argument(0, "expected a whole number"));
    };
    amount
        .checked_div(count)
        .ok_or_else(|| Error::argument(1, "expected at least one guest"))
}

/// Returns the first value that is not null.
///
/// An argument may be null, and so may the result.
#[function]
pub(crate) fn first(
    /// The values.
    #[variadic]
    values: Vec<Option<String>>,
) -> Option<String> {
    values.into_iter().flatten().next()
}

/// Returns a value, or another if it is null.
#[function]
pub(crate) fn or(
    /// The value, which may be null.
    value: Option<String>,
    /// The other value.
    other: String,
) -> String {
    value.unwrap_or(other)
}

/// Returns whether one of two conditions is true.
///
/// One true condition is enough, even if the other is unknown: the function accepts unknown arguments.
#[function]
pub(crate) fn either(
    /// The first condition.
    one: Value<bool>,
    /// The second condition.
    other: Value<bool>,
) -> Value<bool> {
    match (one, other) {
        (Value::Known(true), _) | (_, Value::Known(true)) => Value::Known(true),
        (Value::Unknown(_), _) | (_, Value::Unknown(_)) => Value::unknown(),
        _ => Value::Known(false),
    }
}

/// Returns whether one of several conditions is true.
///
/// One true condition is enough, even if others in the list are unknown: the function accepts an argument that is unknown in part.
#[function]
pub(crate) fn any(
    /// The conditions.
    conditions: Partial<Vec<bool>>,
) -> Value<bool> {
    let conditions = conditions.0;
    if conditions.contains(&Value::Known(true)) {
        Value::Known(true)
    } else if conditions.iter().any(Value::is_unknown) {
        Value::unknown()
    } else {
        Value::Known(false)
    }
}

/// Returns the number of dishes. Null has none.
///
/// The function accepts an unknown list. If only a part of the list is unknown, the function is not called, and the result is unknown.
#[function]
pub(crate) fn size(
    /// The dishes.
    dishes: Value<Vec<String>>,
) -> Value<i64> {
    match dishes {
        Value::Null => Value::Known(0),
        dishes => dishes.map(|dishes| dishes.len() as i64),
    }
}

/// Returns the kind of a value.
#[function]
pub(crate) fn kind(
    /// A value of any type.
    value: Dynamic,
) -> String {
    value.ty().to_string()
}

/// Returns a text in capitals, after a pause.
#[function]
pub(crate) async fn shout(
    /// The text.
    #[tf(validate(not_blank()))]
    words: String,
) -> String {
    tokio::task::yield_now().await;
    words.to_uppercase()
}

/// Returns a text in lower case.
#[function(name = "murmur", deprecated = "Use `lower`.", since = "0.2")]
pub(crate) fn whisper(
    /// The text.
    words: String,
) -> String {
    words.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_stay_functions() {
        let plates = ["plate", "cup", "plate"].map(str::to_owned).to_vec();
        assert_eq!(count(plates)["plate"], 2);
        assert_eq!(divide(7.into(), 2).unwrap(), 3);
        assert_eq!(divide(7.into(), 0).unwrap_err().argument_index(), Some(1));
        assert_eq!(
            first(vec![None, Some("a".to_owned())]).as_deref(),
            Some("a")
        );
        let sure = either(Value::unknown(), Value::Known(true));
        assert_eq!(sure, Value::Known(true));
        assert!(either(Value::Null, Value::unknown()).is_unknown());
        let partial = || Partial(vec![Value::unknown(), Value::Known(true)]);
        assert_eq!(any(partial()), Value::Known(true));
    }
}
