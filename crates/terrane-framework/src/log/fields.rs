//! The fields of events and spans.

use std::error::Error;
use std::fmt::{self, Write};

use serde_json::{Number, Value};
use terrane_plugin::peer::with_causes;
use tracing::field::{Field, Visit};

use crate::secret::{has_secrets, hide_in};

/// Fields of one event or span; a later value of a key replaces an earlier one.
#[derive(Debug, Default)]
pub(super) struct Fields(Vec<(&'static str, Value)>);

impl Fields {
    /// Collects the fields that `record` passes to the visitor.
    ///
    /// The author's `Debug` and `Display` run here: hold no lock.
    pub(super) fn collect(record: impl FnOnce(&mut dyn Visit)) -> Self {
        let mut fields = Self::default();
        record(&mut fields);
        fields
    }

    /// Adds other fields, which replace fields with the same keys.
    pub(super) fn extend(&mut self, others: Self) {
        for (key, value) in others.0 {
            self.set(key, value);
        }
    }

    /// Removes the event's message and returns it.
    pub(super) fn take_message(&mut self) -> Option<String> {
        let index = self.0.iter().position(|(key, _)| *key == "message")?;
        let message = self.0.remove(index).1;
        Some(
            message
                .as_str()
                .map_or_else(|| message.to_string(), str::to_owned),
        )
    }

    /// Adds the fields of a span, which replace fields with the same keys.
    pub(super) fn extend_from(&mut self, others: &Self) {
        for (key, value) in &others.0 {
            self.set(key, value.clone());
        }
    }

    /// Returns about the length of all values, in bytes.
    pub(super) fn size(&self) -> usize {
        let sizes = self.0.iter().map(|(key, value)| {
            let text = value.as_str().map_or(0, str::len);
            size_of::<Value>() + key.len() + text
        });
        sizes.sum()
    }

    /// Returns whether a field has this key.
    pub(super) fn has(&self, key: &str) -> bool {
        self.0.iter().any(|(known, _)| *known == key)
    }

    /// Calls `change` with the text of each value. A number or bool whose text changes becomes a text.
    pub(super) fn change(&mut self, mut change: impl FnMut(&'static str, &mut String)) {
        for (key, value) in &mut self.0 {
            if let Value::String(text) = value {
                change(key, text);
            } else {
                let before = value.to_string();
                let mut text = before.clone();
                change(key, &mut text);
                if text != before {
                    *value = text.into();
                }
            }
        }
    }

    /// Hides secrets in the values, and cuts each to about `most` bytes.
    pub(super) fn hide_secrets(&mut self, most: usize) {
        if has_secrets() {
            self.change(|_, text| hide_in(text, most));
        }
    }

    pub(super) fn set(&mut self, key: &'static str, value: Value) {
        match self.0.iter_mut().find(|(known, _)| *known == key) {
            Some((_, old)) => *old = value,
            None => self.0.push((key, value)),
        }
    }

    fn put(&mut self, field: &Field, value: Value) {
        // A field with the name of a Rust keyword has the prefix of a raw identifier.
        self.set(field.name().trim_start_matches("r#"), value);
    }
}

impl IntoIterator for Fields {
    type Item = (&'static str, Value);
    type IntoIter = std::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

#[cfg(test)]
impl FromIterator<(&'static str, Value)> for Fields {
    fn from_iter<I: IntoIterator<Item = (&'static str, Value)>>(entries: I) -> Self {
        Self(entries.into_iter().collect())
    }
}

impl Visit for Fields {
    fn record_bool(&mut self, field: &Field, value: bool) {
        self.put(field, value.into());
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.put(field, value.into());
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.put(field, value.into());
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        // JSON has no infinity and no "not a number".
        let value = Number::from_f64(value).map_or_else(|| value.to_string().into(), Value::Number);
        self.put(field, value);
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.put(field, value.into());
    }

    fn record_error(&mut self, field: &Field, error: &(dyn Error + 'static)) {
        self.put(field, with_causes(error).into());
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let mut text = String::new();
        // Writing to a string fails only if the author's implementation fails. The text before the failure is still useful.
        let _ = write!(text, "{value:?}");
        self.put(field, text.into());
    }
}
