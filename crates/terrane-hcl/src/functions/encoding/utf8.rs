//! Bytes as text.

use crate::functions::call::CallError;

/// Returns decoded bytes as text.
pub(super) fn to_text(bytes: Vec<u8>) -> Result<String, CallError> {
    String::from_utf8(bytes).map_err(|_| {
        CallError::new("the result of decoding the provided string is not valid UTF-8")
    })
}
