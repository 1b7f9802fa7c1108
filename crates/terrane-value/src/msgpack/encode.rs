use bytes::Bytes;

use super::refine;
use super::write::Writer;
use crate::data::Data;
use crate::error::Error;
use crate::path::Step;
use crate::ty::{self, Type};
use crate::value::Value;

/// Encodes a value of a type, attributes and keys sorted.
///
/// # Errors
///
/// Fails with the path of what does not fit the type.
pub fn encode(value: &Value, ty: &Type) -> Result<Bytes, Error> {
    let mut out = Writer::default();
    write(value, ty, &mut out)?;
    Ok(out.into_bytes().into())
}

fn write(value: &Value, ty: &Type, out: &mut Writer) -> Result<(), Error> {
    let data = match value {
        Value::Null => {
            out.nil();
            return Ok(());
        }
        Value::Unknown(unknown) => return refine::write(unknown, ty, out),
        Value::Known(data) => data,
    };
    match (ty, data) {
        (Type::String, Data::String(text)) => out.str(text),
        (Type::Number, Data::Number(number)) => out.number(number),
        (Type::Bool, Data::Bool(bool)) => out.bool(*bool),
        (Type::List(element), Data::List(elements)) => {
            write_array(elements.iter().map(|value| (value, &**element)), out)?;
        }
        (Type::Set(element), Data::Set(elements)) => {
            write_array(elements.iter().map(|value| (value, &**element)), out)?;
        }
        (Type::Tuple(types), Data::Tuple(elements)) => {
            ty::check_length(types.len(), elements.len())?;
            write_array(elements.iter().zip(types.iter()), out)?;
        }
        (Type::Map(element), Data::Map(elements)) => {
            out.map(elements.len());
            for (key, value) in elements.iter() {
                out.str(key);
                write(value, element, out).map_err(|error| error.inside(Step::Key(key.clone())))?;
            }
        }
        (Type::Object(ty), Data::Object(object)) => {
            ty::check_names(ty, object)?;
            out.map(ty.len());
            for ((name, ty), value) in ty.iter().zip(object.values()) {
                out.str(name);
                write(value, ty, out)
                    .map_err(|error| error.inside(Step::Attribute(name.clone())))?;
            }
        }
        (Type::Dynamic, Data::Dynamic(typed)) if typed.ty == Type::Dynamic => {
            write(&typed.value, ty, out)?
        }
        (Type::Dynamic, Data::Dynamic(typed)) => {
            out.array(2);
            out.bin(&typed.ty.to_json());
            write(&typed.value, &typed.ty, out)?;
        }
        (ty, data) => return Err(Error::mismatch(ty.kind(), data.kind())),
    }
    Ok(())
}

fn write_array<'a>(
    elements: impl ExactSizeIterator<Item = (&'a Value, &'a Type)>,
    out: &mut Writer,
) -> Result<(), Error> {
    out.array(elements.len());
    for (index, (value, ty)) in elements.enumerate() {
        write(value, ty, out).map_err(|error| error.inside(index))?;
    }
    Ok(())
}
