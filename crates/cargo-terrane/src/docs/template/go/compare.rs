//! `eq`, `lt` and the other comparisons of Go's templates.

use super::value::Value;

/// Whether a value equals one of others.
pub(super) fn equals_any(value: &Value, others: &[Value]) -> Result<bool, String> {
    if others.is_empty() {
        return Err("`eq` needs a value to compare with".to_owned());
    }
    for other in others {
        if equals(value, other)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn equals(value: &Value, other: &Value) -> Result<bool, String> {
    match (value, other) {
        (Value::Bool(one), Value::Bool(two)) => Ok(one == two),
        (Value::Int(one), Value::Int(two)) => Ok(one == two),
        (Value::Byte(one), Value::Byte(two)) => Ok(one == two),
        (Value::Int(int), Value::Byte(byte)) | (Value::Byte(byte), Value::Int(int)) => {
            Ok(*int == i64::from(*byte))
        }
        #[expect(clippy::float_cmp, reason = "Go compares exactly")]
        (Value::Float(one), Value::Float(two)) => Ok(one == two),
        (Value::Text(one), Value::Text(two)) => Ok(one == two),
        (Value::Nothing, Value::Nothing) => Ok(true),
        (Value::List(one), Value::List(two)) if one.is_nil() || two.is_nil() => {
            Ok(one.is_nil() == two.is_nil())
        }
        (Value::List(list), Value::Nothing) | (Value::Nothing, Value::List(list)) => {
            Ok(list.is_nil())
        }
        (Value::Nothing, _) | (_, Value::Nothing) => Ok(false),
        _ => Err(incomparable(value, other)),
    }
}

/// Whether a value comes before another one.
pub(super) fn is_less(value: &Value, other: &Value) -> Result<bool, String> {
    match (value, other) {
        (Value::Int(one), Value::Int(two)) => Ok(one < two),
        (Value::Byte(one), Value::Byte(two)) => Ok(one < two),
        (Value::Int(int), Value::Byte(byte)) => Ok(*int < i64::from(*byte)),
        (Value::Byte(byte), Value::Int(int)) => Ok(i64::from(*byte) < *int),
        (Value::Float(one), Value::Float(two)) => Ok(one < two),
        (Value::Text(one), Value::Text(two)) => Ok(one < two),
        _ => Err(incomparable(value, other)),
    }
}

fn incomparable(value: &Value, other: &Value) -> String {
    let (left, right) = (value.type_name(), other.type_name());
    format!("values of the types {left} and {right} cannot be compared")
}
