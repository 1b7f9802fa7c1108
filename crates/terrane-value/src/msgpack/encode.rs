use std::borrow::Borrow;

use bytes::Bytes;

use super::refine;
use super::write::Writer;
use crate::data::{Data, Typed};
use crate::error::Error;
use crate::object_type::ObjectType;
use crate::path::Step;
use crate::set::{SET_BYTES, SET_ELEMENT_BYTES, Set};
use crate::text::Text;
use crate::ty::{self, Type};
use crate::value::Value;

/// Encodes a value of a type, with sorted attributes and keys.
///
/// # Errors
///
/// Fails if a part does not fit the type, with the path of that part. Also fails if the message would exceed
/// [`Limits::default`](crate::Limits).
pub fn encode(value: &Value, ty: &Type) -> Result<Bytes, Error> {
    let mut out = Writer::default();
    write(value, ty, &mut out)?;
    out.into_message()
}

/// Encodes an owned value, like [`encode`].
///
/// Each part is dropped as soon as it is written. A large value does not fit into the processor's cache, so dropping it afterwards would load all of
/// it again.
///
/// # Errors
///
/// Fails in the same cases as [`encode`].
pub fn encode_owned(value: Value, ty: &Type) -> Result<Bytes, Error> {
    let mut out = Writer::default();
    write_owned(value, ty, &mut out)?;
    out.into_message()
}

fn write(value: &Value, ty: &Type, out: &mut Writer) -> Result<(), Error> {
    out.check_size()?;
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
            count_set(elements, out);
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
            let ty = typed.ty.to_json();
            out.count(1, size_of::<Typed>() + ty.len() * TYPE_BYTES);
            out.bin(&ty);
            write(&typed.value, &typed.ty, out)?;
        }
        (ty, data) => return Err(Error::mismatch(ty.kind(), data.kind())),
    }
    Ok(())
}

fn write_owned(value: Value, ty: &Type, out: &mut Writer) -> Result<(), Error> {
    out.check_size()?;
    match (ty, value) {
        (Type::List(element), Value::Known(Data::List(elements))) => {
            let elements = elements.into_iter().map(|value| (value, &**element));
            write_array(elements, out, write_owned)
        }
        (Type::Set(element), Value::Known(Data::Set(elements))) => {
            count_set(&elements, out);
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

/// The largest number of bytes of memory that a type takes for each byte of its JSON.
pub(super) const TYPE_BYTES: usize = 16;

/// Adds the memory that a set needs beyond a list of the same elements.
fn count_set(elements: &Set, out: &mut Writer) {
    out.count(1, SET_BYTES);
    out.count(elements.len(), SET_ELEMENT_BYTES - size_of::<Value>());
}

/// A function that writes one part of a value, which is borrowed or owned.
type Write<V> = fn(V, &Type, &mut Writer) -> Result<(), Error>;

fn write_array<'a, V>(
    elements: impl ExactSizeIterator<Item = (V, &'a Type)>,
    out: &mut Writer,
    write: Write<V>,
) -> Result<(), Error> {
    out.array(elements.len());
    out.count(elements.len(), size_of::<Value>());
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
    out.count(elements.len(), size_of::<(Text, Value)>());
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
    out.count(ty.len(), size_of::<Value>());
    for ((name, ty), value) in ty.iter().zip(values) {
        out.str(name);
        write(value, ty, out).map_err(|error| error.inside(Step::Attribute(name.clone())))?;
    }
    Ok(())
}
