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
/// How many there are of each kind: any number of arguments.
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

/// Divides what there is among the guests.
///
/// A violation is reported at its argument.
#[function]
pub(crate) fn divide(
    /// How much there is.
    amount: Number,
    /// How many guests there are.
    guests: i64,
) -> Result<i64> {
    let Some(amount) = amount.to_i64() else {
        return Err(Error::argument(0, "expected a whole number"));
    };
    amount
        .checked_div(guests)
        .ok_or_else(|| Error::argument(1, "expected at least one guest"))
}

/// Returns the first of some values that is there.
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
    /// The other one.
    other: String,
) -> String {
    value.unwrap_or(other)
}

/// Returns whether one of two things holds.
///
/// One that holds is enough, though the other may not be known yet: an unknown argument does not keep the function from being called.
#[function]
pub(crate) fn either(
    /// One thing.
    one: Value<bool>,
    /// The other.
    other: Value<bool>,
) -> Value<bool> {
    match (one, other) {
        (Value::Known(true), _) | (_, Value::Known(true)) => Value::Known(true),
        (Value::Unknown(_), _) | (_, Value::Unknown(_)) => Value::unknown(),
        _ => Value::Known(false),
    }
}

/// Says what kind of value something is.
#[function]
pub(crate) fn kind(
    /// A value of any type.
    value: Dynamic,
) -> String {
    value.ty().to_string()
}

/// Says something loudly, and waits for the echo.
#[function]
pub(crate) async fn shout(
    /// What to say.
    #[tf(validate(not_blank()))]
    words: String,
) -> String {
    tokio::task::yield_now().await;
    words.to_uppercase()
}

/// Says something softly.
#[function(name = "murmur", deprecated = "Use `lower`.", since = "0.2")]
pub(crate) fn whisper(
    /// What to say.
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
    }
}
