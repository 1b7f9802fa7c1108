use bytes::Bytes;

use super::refine;
use super::write::{Size, Writer};
use crate::data::{Data, Typed};
use crate::error::Error;
use crate::limits::{Depth, Limits};
use crate::path::Step;
use crate::set::{SET_BYTES, SET_ELEMENT_BYTES, Set};
use crate::text::Text;
use crate::ty::{self, Type};
use crate::value::Value;

/// Encodes a value of a type, with sorted attributes and keys.
///
/// # Errors
///
/// Fails if a part does not fit the type, or is an unknown value with a [`failure`](crate::Unknown::failure). The error has the path of that part. Also
/// fails if the message would exceed [`Limits::default`](crate::Limits).
pub fn encode(value: &Value, ty: &Type) -> Result<Bytes, Error> {
    let mut out = Writer::default();
    write(value, ty, Depth::new(&Limits::default()), &mut out)?;
    out.into_message()
}

/// Encodes a value like [`encode`], and refuses infinite numbers.
///
/// Hosts store states as JSON, which has no infinity. A host that gets an infinite number loses the whole object.
///
/// ```
/// # use terrane_value::{Number, Type, Value, msgpack};
/// let most = Value::object([("most", Number::INFINITY)]);
/// let ty = Type::object([("most", Type::Number)]);
/// let error = msgpack::encode_finite(&most, &ty).unwrap_err();
/// assert_eq!(error.to_string(), "most: expected a finite number, found an infinity");
/// ```
///
/// # Errors
///
/// Fails in the same cases as [`encode`], and for a number that is infinite.
pub fn encode_finite(value: &Value, ty: &Type) -> Result<Bytes, Error> {
    let mut out = Writer::of_finite();
    write(value, ty, Depth::new(&Limits::default()), &mut out)?;
    out.into_message()
}

impl Type {
    /// Checks that a value is of this type, without converting anything.
    ///
    /// # Errors
    ///
    /// Fails in the same cases as [`encode`], except for a value that is too large. The error has the path of the part that does not fit.
    pub fn conforms(&self, value: &Value) -> Result<(), Error> {
        let mut out = Writer::default().unlimited();
        write(value, self, Depth::new(&Limits::default()), &mut out)
    }
}

impl Size {
    /// Returns the size of a value, which may exceed the limits of messages.
    ///
    /// # Errors
    ///
    /// Fails in the same cases as [`encode_finite`], except for a value that is too large.
    pub fn of(value: &Value, ty: &Type) -> Result<Self, Error> {
        let mut out = Writer::of_finite().unlimited();
        write(value, ty, Depth::new(&Limits::default()), &mut out)?;
        Ok(out.size())
    }
}

fn write(value: &Value, ty: &Type, depth: Depth, out: &mut Writer) -> Result<(), Error> {
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
        (Type::Number, Data::Number(number)) if !out.accepts(number) => {
            return Err(Error::infinite());
        }
        (Type::Number, Data::Number(number)) => out.number(number),
        (Type::Bool, Data::Bool(bool)) => out.bool(*bool),
        (Type::List(element), Data::List(elements)) => {
            let elements = elements.iter().map(|value| (value, &**element));
            write_array(elements, depth.enter()?, out)?;
        }
        (Type::Set(element), Data::Set(elements)) => {
            count_set(elements, out);
            let elements = elements.iter().map(|value| (value, &**element));
            write_array(elements, depth.enter()?, out)?;
        }
        (Type::Tuple(types), Data::Tuple(elements)) => {
            ty::check_length(types.len(), elements.len())?;
            write_array(elements.iter().zip(types.iter()), depth.enter()?, out)?;
        }
        (Type::Map(element), Data::Map(elements)) => {
            let depth = depth.enter()?;
            out.map(elements.len());
            out.count(elements.len(), size_of::<(Text, Value)>());
            for (key, value) in elements.iter() {
                out.str(key);
                write(value, element, depth, out)
                    .map_err(|error| error.inside(Step::Key(key.clone())))?;
            }
        }
        (Type::Object(ty), Data::Object(object)) => {
            ty::check_names(ty, object)?;
            let depth = depth.enter()?;
            out.map(ty.len());
            out.count(ty.len(), size_of::<Value>());
            for ((name, ty), value) in ty.iter().zip(object.values()) {
                out.str(name);
                write(value, ty, depth, out)
                    .map_err(|error| error.inside(Step::Attribute(name.clone())))?;
            }
        }
        (Type::Dynamic, Data::Dynamic(typed)) if typed.ty == Type::Dynamic => {
            write(&typed.value, ty, depth, out)?
        }
        (Type::Dynamic, Data::Dynamic(typed)) => {
            let depth = depth.enter()?;
            out.array(2);
            let ty = typed.ty.to_json();
            out.count(1, size_of::<Typed>() + ty.len() * TYPE_BYTES);
            out.bin(&ty);
            write(&typed.value, &typed.ty, depth, out)?;
        }
        (ty, data) => return Err(Error::mismatch(ty.kind(), data.kind())),
    }
    Ok(())
}

/// The largest number of bytes of memory that a type takes for each byte of its JSON.
pub(super) const TYPE_BYTES: usize = 16;

/// Adds the memory that a set needs beyond a list of the same elements.
fn count_set(elements: &Set, out: &mut Writer) {
    out.count(1, SET_BYTES);
    out.count(elements.len(), SET_ELEMENT_BYTES - size_of::<Value>());
}

fn write_array<'a>(
    elements: impl ExactSizeIterator<Item = (&'a Value, &'a Type)>,
    depth: Depth,
    out: &mut Writer,
) -> Result<(), Error> {
    out.array(elements.len());
    out.count(elements.len(), size_of::<Value>());
    for (index, (value, ty)) in elements.enumerate() {
        write(value, ty, depth, out).map_err(|error| error.inside(index))?;
    }
    Ok(())
}
