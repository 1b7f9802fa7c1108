//! The functions jsondecode and jsonencode.

mod decode;
mod encode;

use terrane_value::{Type, Unknown};

use super::call::{Call, CallError};
use super::signature::{ArgumentType, Cost, Function, Returns, any, string};
use crate::value::Value;

pub(super) use encode::{encode, quoted};

/// The steps of reading a byte of a document.
const STEPS_PER_BYTE: u64 = 4;

/// How many times a value is read that is written.
const READS: u64 = 2;

pub(super) static FUNCTIONS: &[&[Function]] = &[&[
    Function::new(
        "jsondecode",
        "Reads a JSON document.",
        &[string("str")],
        Returns::By(decoded_type),
        decode_value,
    )
    .cost(Cost::Elements(STEPS_PER_BYTE))
    .maybe_null(),
    Function::new(
        "jsonencode",
        "Writes a value as JSON.",
        &[any("val").nulls().unknowns().dynamic()],
        Returns::ArgumentType(ArgumentType::String),
        encode_value,
    )
    .cost(Cost::Written(READS)),
]];

fn decode_value(call: &Call<'_>) -> Result<Value, CallError> {
    let decoded = decode::decode(call.text(0), &call.limits());
    let (value, steps) = decoded.map_err(CallError::new)?;
    call.spend(steps)?;
    Ok(value)
}

/// Returns the type of the result as far as the start of an unknown document determines it. The type of a known result is that of its value.
fn decoded_type(arguments: &[Value]) -> Result<Type, CallError> {
    let unknown = arguments.first().and_then(Value::as_unknown);
    let prefix = unknown.and_then(|it| it.string_prefix());
    let first = prefix.and_then(|it| it.as_str().trim().chars().next());
    match first {
        // "null" has no opening character in common with other values.
        None | Some('{' | '[' | 'n') => Ok(Type::Dynamic),
        Some('"') => Ok(Type::String),
        Some('t' | 'f') => Ok(Type::Bool),
        Some('-' | '.' | '0'..='9') => Ok(Type::Number),
        Some(other) => {
            let message = format!("a JSON document cannot begin with the character '{other}'");
            Err(CallError::argument(0, message))
        }
    }
}

fn encode_value(call: &Call<'_>) -> Result<Value, CallError> {
    let value = call.value(0);
    if value.is_wholly_known() {
        return Ok(encode(value, call.limits().text)
            .map_err(CallError::new)?
            .into());
    }
    if !value.is_definitely_not_null() {
        return Ok(call.unknown());
    }
    Ok(unknown_with_prefix(first_character(value.ty())))
}

/// Returns the first character of a value's text, if its type determines it.
pub(super) fn first_character(ty: &Type) -> &'static str {
    match ty {
        Type::String => "\"",
        Type::Object(_) | Type::Map(_) => "{",
        Type::Tuple(_) | Type::List(_) | Type::Set(_) => "[",
        Type::Number | Type::Bool | Type::Dynamic => "",
    }
}

/// Returns an unknown string that starts with a text.
pub(super) fn unknown_with_prefix(prefix: &'static str) -> Value {
    let unknown = Unknown::new().not_null();
    let refined = unknown.clone().with_full_string_prefix(prefix);
    Value::refined(Type::String, refined.unwrap_or(unknown))
}
