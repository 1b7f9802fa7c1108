//! Base64.

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{GeneralPurpose, GeneralPurposeConfig};

use crate::functions::call::{Call, CallError};
use crate::functions::messages;
use crate::functions::signature::{ArgumentType, Function, Parameter, Returns, string};
use crate::value::{Mark, Value};

use super::utf8::to_text;

const TEXT: Returns = Returns::ArgumentType(ArgumentType::String);
const STR: &[Parameter] = &[string("str")];

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new(
        "base64decode",
        "Decodes Base64 to a string.",
        &[string("str").unknowns().marks()],
        TEXT,
        decode_text,
    ),
    Function::new(
        "base64encode",
        "Encodes a string in Base64.",
        STR,
        TEXT,
        |call| Ok(encode(call.text(0)).into()),
    ),
];

/// The engine of hosts: padding is required, and the unused bits of the last character have no meaning.
const ENGINE: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_allow_trailing_bits(true),
);

pub(in crate::functions) fn encode(bytes: impl AsRef<[u8]>) -> String {
    ENGINE.encode(bytes)
}

/// Decodes Base64. Line breaks are skipped.
pub(in crate::functions) fn decode(text: &str) -> Option<Vec<u8>> {
    if text.contains(['\r', '\n']) {
        let without_breaks = text.replace(['\r', '\n'], "");
        return ENGINE.decode(without_breaks).ok();
    }
    ENGINE.decode(text).ok()
}

fn decode_text(call: &Call<'_>) -> Result<Value, CallError> {
    let value = call.value(0);
    if value.is_unknown() {
        return Ok(call.unknown().with_marks(value.marks()));
    }
    let decoded = decode(call.text(0)).ok_or_else(|| {
        let is_secret = value.marks().contains(&Mark::Sensitive);
        let shown = messages::unless_secret(format!("\"{}\"", call.text(0)), is_secret);
        CallError::new(format!("failed to decode base64 data {shown}"))
    })?;
    Ok(Value::from(to_text(decoded)?).with_marks(value.marks()))
}
