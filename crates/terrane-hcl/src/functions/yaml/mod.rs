//! YAML.

mod cursor;
mod decode;
mod emitter;
mod encode;
mod quoted;
mod scalar;
mod scanner;
mod tag;
mod token;
mod unquoted;

use terrane_value::Type;

use super::call::{Call, CallError};
use super::signature::{ArgumentType, Cost, Function, Returns, any, string};
use crate::value::Value;

pub(super) static FUNCTIONS: &[&[Function]] = &[&[
    Function::new(
        "yamldecode",
        "Reads a YAML document.",
        &[string("src")],
        // The type of a known result is that of its value.
        Returns::By(|_| Ok(Type::Dynamic)),
        |call| decode::decode(call.text(0), &call.limits()).map_err(CallError::new),
    )
    .cost(Cost::Elements(8))
    .since((0, 12, 2))
    .maybe_null(),
    Function::new(
        "yamlencode",
        "Writes a value as YAML in block style.",
        &[any("value").nulls().dynamic()],
        Returns::ArgumentType(ArgumentType::String),
        encode_value,
    )
    .cost(Cost::Written(2))
    .since((0, 12, 2))
    .maybe_null(),
]];

fn encode_value(call: &Call<'_>) -> Result<Value, CallError> {
    let value = call.value(0);
    if !value.is_wholly_known() {
        return Ok(call.unknown());
    }
    let text = encode::encode(value, call.limits().text);
    Ok(text.map_err(CallError::new)?.into())
}
