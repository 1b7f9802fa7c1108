//! Finding equal values quickly.

use std::collections::HashMap;

use crate::value::Value;

/// Known values among which equal ones are found quickly.
#[derive(Default)]
pub(super) struct Seen<'a> {
    values: HashMap<u64, Vec<&'a Value>>,
    state: foldhash::fast::RandomState,
}

impl<'a> Seen<'a> {
    pub(super) fn contains(&self, value: &Value) -> bool {
        let alike = self.values.get(&value.content_hash(&self.state));
        alike.is_some_and(|alike| is_among(alike, value))
    }

    /// Adds a value. Returns whether no equal value was added before.
    pub(super) fn insert(&mut self, value: &'a Value) -> bool {
        let hash = value.content_hash(&self.state);
        let alike = self.values.entry(hash).or_default();
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
