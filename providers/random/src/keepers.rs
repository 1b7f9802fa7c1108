//! Keepers: values whose change draws a new random value.

use std::collections::BTreeMap;

use terrane::Value;

/// Arbitrary values. Changing them draws a new random value.
pub(crate) type Keepers = BTreeMap<String, Option<String>>;

/// The planned or stored form of [`Keepers`].
type Draft = Value<BTreeMap<String, Value<String>>>;

/// Whether changed keepers require a new value. Added nulls do not, and neither does a map without values that is added or removed.
pub(crate) fn ask(prior: &Draft, planned: &Draft) -> bool {
    let none = BTreeMap::new();
    let after = planned.known().unwrap_or(&none);
    let Some(before) = prior.known() else {
        return after.values().any(|value| !value.is_null());
    };
    let gone = before.keys().any(|key| !after.contains_key(key));
    gone || after.iter().any(|(key, value)| match before.get(key) {
        Some(before) => before != value,
        None => !value.is_null(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(entries: &[(&str, Value<&str>)]) -> Draft {
        let own = |(key, value): &(&str, Value<&str>)| {
            ((*key).to_owned(), value.clone().map(str::to_owned))
        };
        Value::Known(entries.iter().map(own).collect())
    }

    #[test]
    fn only_changed_keepers_cause_a_new_value() {
        let (one, two, null) = (Value::Known("1"), Value::Known("2"), Value::Null);
        let a = |value: &Value<&'static str>| map(&[("a", value.clone())]);
        let ab = map(&[("a", one.clone()), ("b", null.clone())]);
        let late = Value::unknown;
        for (prior, planned, expected) in [
            (Value::Null, map(&[]), false),
            (Value::Null, a(&null), false),
            (Value::Null, late(), false),
            (Value::Null, a(&one), true),
            (Value::Null, a(&Value::unknown()), true),
            (map(&[]), Value::Null, false),
            (map(&[]), a(&null), false),
            (map(&[]), late(), false),
            (map(&[]), a(&one), true),
            (a(&one), ab.clone(), false),
            (a(&one), Value::Null, true),
            (a(&one), map(&[]), true),
            (a(&one), map(&[("b", null.clone())]), true),
            (a(&one), a(&null), true),
            (a(&one), a(&two), true),
            (a(&one), a(&Value::unknown()), true),
            (a(&one), late(), true),
            (ab, a(&one), true),
        ] {
            assert_eq!(ask(&prior, &planned), expected, "{prior:?} {planned:?}");
        }
    }
}
