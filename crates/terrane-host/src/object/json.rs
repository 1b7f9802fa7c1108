//! The JSON of objects in states.

use terrane_value::{Type, Value, json};

use crate::state::Json;

/// Encodes a value for a state. Unknown parts become null.
pub(crate) fn encode_state(value: &Value, ty: &Type) -> Result<Json, String> {
    let known = if value.is_wholly_known() {
        value.clone()
    } else {
        let known = value
            .clone()
            .transform(|_, part| Ok::<_, ()>(if part.is_unknown() { Value::Null } else { part }));
        known.unwrap_or_default()
    };
    let bytes = json::encode(&known, ty).map_err(|error| error.to_string())?;
    let text = String::from_utf8(bytes).map_err(|error| error.to_string())?;
    Json::parse(text).map_err(|error| error.to_string())
}
