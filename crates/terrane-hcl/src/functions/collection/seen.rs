//! Finding equal values quickly.

use std::collections::HashMap;

use crate::value::Value;

/// Known values among which equal ones are found quickly.
#[derive(Default)]
pub(super) struct Seen<'a>(HashMap<String, Vec<&'a Value>>);

impl<'a> Seen<'a> {
    pub(super) fn contains(&self, value: &Value) -> bool {
        let alike = self.0.get(&rough_key(value));
        alike.is_some_and(|alike| is_among(alike, value))
    }

    /// Adds a value. Returns whether no equal value was added before.
    pub(super) fn insert(&mut self, value: &'a Value) -> bool {
        let alike = self.0.entry(rough_key(value)).or_default();
        let is_new = !is_among(alike, value);
        if is_new {
            alike.push(value);
        }
        is_new
    }
}

impl<'a> FromIterator<&'a Value> for Seen<'a> {
    fn from_iter<I: IntoIterator<Item = &'a Value>>(values: I) -> Self {
        let mut seen = Self::default();
        for value in values {
            seen.insert(value);
        }
        seen
    }
}

fn is_among(values: &[&Value], value: &Value) -> bool {
    let mut equal = values.iter().map(|it| it.equals(value));
    equal.any(|equal| equal.as_bool() == Some(true))
}

/// Returns a text that equal values share, and most others do not.
fn rough_key(value: &Value) -> String {
    if let Some(number) = value.as_number() {
        // Numbers of different precision may be equal.
        return number.to_f64().to_string();
    }
    match value.elements() {
        None => format!("{:?}", value.as_str()),
        Some(elements) => {
            let parts = elements.iter().take(8);
            let parts = parts.map(|it| match it.elements() {
                None => rough_key(it),
                Some(inner) => inner.len().to_string(),
            });
            format!("{}{:?}", elements.len(), parts.collect::<Vec<_>>())
        }
    }
}
