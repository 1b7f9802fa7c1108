use std::ops::Range;

use bytes::Bytes;

use super::read::{Head, Reader, read_number};
use super::refine;
use crate::data::{Data, Typed};
use crate::error::{Error, ErrorKind};
use crate::limits::{Budget, Depth, Limits};
use crate::map::Map;
use crate::object::Object;
use crate::object_type::ObjectType;
use crate::path::Step;
use crate::refinement::Unknown;
use crate::set::{SET_BYTES, SET_ELEMENT_BYTES, Set};
use crate::text::Text;
use crate::ty::{self, Type};
use crate::value::Value;

/// Decodes a value of a type. Its strings are slices of the message.
///
/// # Errors
///
/// Fails if the bytes are not MessagePack, do not fit the type, or exceed [`Limits::default`]. The error has the path of the problem.
pub fn decode(bytes: &Bytes, ty: &Type) -> Result<Value, Error> {
    decode_with(bytes, ty, &Limits::default())
}

/// Decodes a value of a type, like [`decode`], with other limits.
///
/// # Errors
///
/// Fails if the bytes are not MessagePack, do not fit the type, or exceed the limits. The error has the path of the problem.
pub fn decode_with(bytes: &Bytes, ty: &Type, limits: &Limits) -> Result<Value, Error> {
    limits.check_size(bytes.len())?;
    let mut decoder = Decoder {
        message: bytes,
        reader: Reader::new(bytes),
        limits,
        budget: Budget::new(limits, bytes.len()),
    };
    let value = decoder.value(ty, Depth::new(limits))?;
    decoder.reader.end()?;
    Ok(value)
}

struct Decoder<'a> {
    message: &'a Bytes,
    reader: Reader<'a>,
    limits: &'a Limits,
    budget: Budget,
}

impl Decoder<'_> {
    fn value(&mut self, ty: &Type, depth: Depth) -> Result<Value, Error> {
        let data = match (ty, self.reader.head()?) {
            (_, Head::Nil) => return Ok(Value::Null),
            (ty, Head::Ext { code, length }) => {
                let body = self.reader.slice(length)?;
                let value = refine::read(code, body, ty)?;
                self.take_refined(&value, length)?;
                return Ok(value);
            }
            (Type::String, Head::Str(length) | Head::Bin(length)) => {
                let range = self.reader.take(length)?;
                Data::String(self.text(range)?)
            }
            (Type::Number, head) => {
                let number = read_number(&mut self.reader, head)?;
                self.budget.take(number.extra_bytes())?;
                Data::Number(number)
            }
            (Type::Bool, Head::Bool(bool)) => Data::Bool(bool),
            (Type::List(element), Head::Array(length)) => {
                Data::List(self.list(element, length, depth.enter()?)?)
            }
            (Type::Set(element), Head::Array(length)) => {
                Data::Set(self.set(element, length, depth.enter()?)?)
            }
            (Type::Map(element), Head::Map(length)) => {
                Data::Map(self.map(element, length, depth.enter()?)?)
            }
            (Type::Object(ty), Head::Map(length)) => {
                Data::Object(self.object(ty, length, depth.enter()?)?)
            }
            (Type::Tuple(types), Head::Array(length)) => {
                Data::Tuple(self.tuple(types, length, depth.enter()?)?)
            }
            (Type::Dynamic, Head::Array(2)) => return self.dynamic(depth.enter()?),
            (ty, head) => return Err(Error::mismatch(ty.kind(), head.name())),
        };
        Ok(Value::Known(data))
    }

    /// Returns a slice of the message as text. If the text must be normalised, the copy's memory is subtracted from the budget.
    fn text(&mut self, range: Range<usize>) -> Result<Text, Error> {
        let start = self.message[range.clone()].as_ptr();
        let text = Text::from_utf8(self.message.slice(range))?;
        if text.as_ptr() != start {
            self.budget.take(text.len())?;
        }
        Ok(text)
    }

    /// Subtracts the memory of a value that was encoded as an unknown value, with a refinement of `length` bytes, from the budget.
    fn take_refined(&mut self, value: &Value, length: usize) -> Result<(), Error> {
        match value {
            Value::Null => Ok(()),
            Value::Unknown(unknown) if !unknown.is_refined() => Ok(()),
            Value::Unknown(_) => self.budget.take(Unknown::REFINED_BYTES + length),
            Value::Known(Data::List(elements)) => {
                self.budget.take_each(elements.len(), size_of::<Value>())
            }
            Value::Known(Data::Set(_)) => self.budget.take(SET_BYTES + SET_ELEMENT_BYTES),
            Value::Known(Data::Number(number)) => self.budget.take(number.extra_bytes()),
            Value::Known(_) => Ok(()),
        }
    }

    fn list(&mut self, element: &Type, length: usize, depth: Depth) -> Result<Vec<Value>, Error> {
        let mut elements = self.budget.vec(length)?;
        for index in 0..length {
            elements.push(
                self.value(element, depth)
                    .map_err(|error| error.inside(index))?,
            );
        }
        Ok(elements)
    }

    fn set(&mut self, element: &Type, length: usize, depth: Depth) -> Result<Set, Error> {
        self.budget.take(SET_BYTES)?;
        self.budget.take_each(length, SET_ELEMENT_BYTES)?;
        let mut elements = Set::with_capacity(length);
        for index in 0..length {
            elements.insert(
                self.value(element, depth)
                    .map_err(|error| error.inside(index))?,
            );
        }
        Ok(elements)
    }

    fn map(&mut self, element: &Type, length: usize, depth: Depth) -> Result<Map, Error> {
        let mut elements = self.budget.vec(length)?;
        for _ in 0..length {
            let key = self.reader.text("a map with strings as keys")?;
            let key = self.text(key)?;
            match self.value(element, depth) {
                Ok(value) => elements.push((key, value)),
                Err(error) => return Err(error.inside(Step::Key(key))),
            };
        }
        Ok(Map::from_elements(elements))
    }

    fn object(&mut self, ty: &ObjectType, length: usize, depth: Depth) -> Result<Object, Error> {
        if length != ty.len() {
            let expected = format_args!("an object of {} attributes", ty.len());
            return Err(Error::mismatch(expected, format_args!("one of {length}")));
        }
        let mut values: Vec<Option<Value>> = self.budget.vec(length)?;
        values.resize(length, None);
        for position in 0..length {
            let index = self.attribute(ty, position)?;
            let value = self.value(&ty.types()[index], depth);
            let value =
                value.map_err(|error| error.inside(Step::Attribute(ty.names()[index].clone())))?;
            if values[index].replace(value).is_some() {
                let error = Error::new(
                    ErrorKind::Attribute,
                    "expected each attribute once, found a duplicate",
                );
                return Err(error.inside(Step::Attribute(ty.names()[index].clone())));
            }
        }
        // The number of attributes is that of the type, and no attribute occurs twice. So no attribute is missing.
        Ok(Object::aligned(
            ty,
            values.into_iter().map(Option::unwrap_or_default).collect(),
        ))
    }

    /// Reads an attribute's name and returns its position in the type. It is usually the next position, because encoders sort attributes.
    fn attribute(&mut self, ty: &ObjectType, position: usize) -> Result<usize, Error> {
        let name = self.reader.text("an object with strings as names")?;
        if ty.names()[position].as_bytes() == &self.message[name.clone()] {
            return Ok(position);
        }
        let name = self.text(name)?;
        ty.index_of(&name).ok_or_else(|| {
            let error = Error::new(ErrorKind::Attribute, "expected no attribute of this name");
            error.inside(Step::Attribute(name))
        })
    }

    fn tuple(&mut self, types: &[Type], length: usize, depth: Depth) -> Result<Vec<Value>, Error> {
        ty::check_length(types.len(), length)?;
        let mut elements = self.budget.vec(length)?;
        for (index, ty) in types.iter().enumerate() {
            elements.push(self.value(ty, depth).map_err(|error| error.inside(index))?);
        }
        Ok(elements)
    }

    fn dynamic(&mut self, depth: Depth) -> Result<Value, Error> {
        let json = self.reader.text("a dynamic value's type")?;
        let ty = ty::read_part(&self.message[json], self.limits, &mut self.budget)?;
        self.budget.take(size_of::<Typed>())?;
        let value = self.value(&ty, depth)?;
        Ok(Typed { ty, value }.flatten())
    }
}
