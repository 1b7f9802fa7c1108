//! The members of JSON objects.

use serde_json::Value;

/// Iterates over the members of an object. A value of another type has none.
pub(crate) fn members(object: &Value) -> impl Iterator<Item = (&String, &Value)> {
    object.as_object().into_iter().flatten()
}
