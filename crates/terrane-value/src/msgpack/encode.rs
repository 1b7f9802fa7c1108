use std::borrow::Borrow;

use bytes::Bytes;

use super::refine;
use super::write::Writer;
use crate::data::Data;
use crate::error::Error;
use crate::object_type::ObjectType;
use crate::path::Step;
use crate::text::Text;
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

/// Encodes a value that is not needed any more, as [`encode`] does.
///
/// Each part is dropped as soon as it is written. Large values do not fit into the processor's cache, and to drop them afterwards would mean to
/// fetch all of them once more.
///
/// # Errors
///
/// Fails as [`encode`] does.
pub fn encode_owned(value: Value, ty: &Type) -> Result<Bytes, Error> {
    let mut out = Writer::default();
    write_owned(value, ty, &mut out)?;
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
            write_array(elements.iter().map(|value| (value, &**element)), out, write)?;
        }
        (Type::Set(element), Data::Set(elements)) => {
            write_array(elements.iter().map(|value| (value, &**element)), out, write)?;
        }
        (Type::Tuple(types), Data::Tuple(elements)) => {
            ty::check_length(types.len(), elements.len())?;
            write_array(elements.iter().zip(types.iter()), out, write)?;
        }
        (Type::Map(element), Data::Map(elements)) => {
            write_map(elements.iter(), element, out, write)?;
        }
        (Type::Object(ty), Data::Object(object)) => {
            ty::check_names(ty, object)?;
            write_object(object.values().iter(), ty, out, write)?;
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

fn write_owned(value: Value, ty: &Type, out: &mut Writer) -> Result<(), Error> {
    match (ty, value) {
        (Type::List(element), Value::Known(Data::List(elements))) => {
            let elements = elements.into_iter().map(|value| (value, &**element));
            write_array(elements, out, write_owned)
        }
        (Type::Set(element), Value::Known(Data::Set(elements))) => {
            let elements = elements.into_iter().map(|value| (value, &**element));
            write_array(elements, out, write_owned)
        }
        (Type::Map(element), Value::Known(Data::Map(elements))) => {
            write_map(elements.into_iter(), element, out, write_owned)
        }
        (Type::Object(ty), Value::Known(Data::Object(object))) => {
            ty::check_names(ty, &object)?;
            write_object(object.into_values(), ty, out, write_owned)
        }
        (ty, value) => write(&value, ty, out),
    }
}

/// Writes one part, which is borrowed or owned.
type Write<V> = fn(V, &Type, &mut Writer) -> Result<(), Error>;

fn write_array<'a, V>(
    elements: impl ExactSizeIterator<Item = (V, &'a Type)>,
    out: &mut Writer,
    write: Write<V>,
) -> Result<(), Error> {
    out.array(elements.len());
    for (index, (value, ty)) in elements.enumerate() {
        write(value, ty, out).map_err(|error| error.inside(index))?;
    }
    Ok(())
}

fn write_map<K: Borrow<Text>, V>(
    elements: impl ExactSizeIterator<Item = (K, V)>,
    ty: &Type,
    out: &mut Writer,
    write: Write<V>,
) -> Result<(), Error> {
    out.map(elements.len());
    for (key, value) in elements {
        let key = key.borrow();
        out.str(key);
        write(value, ty, out).map_err(|error| error.inside(Step::Key(key.clone())))?;
    }
    Ok(())
}

fn write_object<V>(
    values: impl IntoIterator<Item = V>,
    ty: &ObjectType,
    out: &mut Writer,
    write: Write<V>,
) -> Result<(), Error> {
    out.map(ty.len());
    for ((name, ty), value) in ty.iter().zip(values) {
        out.str(name);
        write(value, ty, out).map_err(|error| error.inside(Step::Attribute(name.clone())))?;
    }
    Ok(())
}
