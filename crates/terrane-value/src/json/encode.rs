use std::io::Write as _;

use crate::data::Data;
use crate::error::{Error, ErrorKind};
use crate::json::quote::write_quoted;
use crate::limits::check_written;
use crate::path::Step;
use crate::ty::{self, Type};
use crate::value::Value;

/// Encodes a value of a type, with sorted attributes and keys.
///
/// # Errors
///
/// Fails if the value does not fit the type. Also fails if a part is unknown or infinite, which JSON cannot express, or if the JSON would have more
/// bytes than [`Limits::default`](crate::Limits) allows.
pub fn encode(value: &Value, ty: &Type) -> Result<Vec<u8>, Error> {
    let mut out = Vec::new();
    write(value, ty, &mut out)?;
    check_written(out.len())?;
    Ok(out)
}

fn write(value: &Value, ty: &Type, out: &mut Vec<u8>) -> Result<(), Error> {
    check_written(out.len())?;
    let data = match value {
        Value::Null => {
            out.extend_from_slice(b"null");
            return Ok(());
        }
        Value::Unknown(unknown) => {
            let cause = unknown.failure().map_or_else(
                || "expected a known value, because JSON cannot encode unknown values".into(),
                ToString::to_string,
            );
            return Err(Error::new(ErrorKind::Unknown, cause));
        }
        Value::Known(data) => data,
    };
    match (ty, data) {
        (Type::String, Data::String(text)) => write_quoted(text, out),
        (Type::Number, Data::Number(number)) if number.is_finite() => {
            append(out, format_args!("{number}"))
        }
        (Type::Number, Data::Number(_)) => {
            return Err(Error::infinite());
        }
        (Type::Bool, Data::Bool(bool)) => append(out, format_args!("{bool}")),
        (Type::List(element), Data::List(elements)) => {
            write_array(elements.iter().map(|value| (value, &**element)), out)?
        }
        (Type::Set(element), Data::Set(elements)) => {
            write_array(elements.iter().map(|value| (value, &**element)), out)?
        }
        (Type::Tuple(types), Data::Tuple(elements)) => {
            ty::check_length(types.len(), elements.len())?;
            write_array(elements.iter().zip(types.iter()), out)?;
        }
        (Type::Map(element), Data::Map(elements)) => {
            out.push(b'{');
            for (index, (key, value)) in elements.iter().enumerate() {
                write_key(index, key, out);
                write(value, element, out).map_err(|error| error.inside(Step::Key(key.clone())))?;
            }
            out.push(b'}');
        }
        (Type::Object(ty), Data::Object(object)) => {
            ty::check_names(ty, object)?;
            out.push(b'{');
            for (index, ((name, ty), value)) in ty.iter().zip(object.values()).enumerate() {
                write_key(index, name, out);
                write(value, ty, out)
                    .map_err(|error| error.inside(Step::Attribute(name.clone())))?;
            }
            out.push(b'}');
        }
        (Type::Dynamic, Data::Dynamic(typed)) if typed.ty == Type::Dynamic => {
            write(&typed.value, ty, out)?
        }
        (Type::Dynamic, Data::Dynamic(typed)) => {
            out.extend_from_slice(b"{\"value\":");
            write(&typed.value, &typed.ty, out)?;
            out.extend_from_slice(b",\"type\":");
            ty::write_type(&typed.ty, out);
            out.push(b'}');
        }
        (ty, data) => return Err(Error::mismatch(ty.kind(), data.kind())),
    }
    Ok(())
}

fn write_array<'a>(
    elements: impl Iterator<Item = (&'a Value, &'a Type)>,
    out: &mut Vec<u8>,
) -> Result<(), Error> {
    out.push(b'[');
    for (index, (value, ty)) in elements.enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write(value, ty, out).map_err(|error| error.inside(index))?;
    }
    out.push(b']');
    Ok(())
}

fn write_key(index: usize, key: &str, out: &mut Vec<u8>) {
    if index > 0 {
        out.push(b',');
    }
    write_quoted(key, out);
    out.push(b':');
}

fn append(out: &mut Vec<u8>, text: std::fmt::Arguments<'_>) {
    // Writing to a vector cannot fail.
    let _ = out.write_fmt(text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Typed;
    use crate::number::Number;

    #[test]
    fn an_infinity_has_no_json_form() {
        for infinity in [Number::INFINITY, Number::NEGATIVE_INFINITY] {
            let value = Value::Known(Data::Number(infinity));
            let error = encode(&value, &Type::Number).unwrap_err();
            assert_eq!(
                error.to_string(),
                "expected a finite number, found an infinity"
            );
        }
    }

    #[test]
    fn a_dynamic_value_in_another_is_written_once() {
        let dynamic = |ty, value| Value::Known(Data::Dynamic(Box::new(Typed { ty, value })));
        let inner = dynamic(Type::String, Value::from("x"));
        let outer = dynamic(Type::Dynamic, inner.clone());
        let text = br#"{"value":"x","type":"string"}"#;
        assert_eq!(encode(&inner, &Type::Dynamic).unwrap(), text);
        assert_eq!(encode(&outer, &Type::Dynamic).unwrap(), text);
    }
}
