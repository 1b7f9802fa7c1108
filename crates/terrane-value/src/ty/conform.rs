//! Whether values and types fit a type.

use crate::data::Data;
use crate::error::{Error, ErrorKind};
use crate::object::Object;
use crate::object_type::ObjectType;
use crate::path::Step;
use crate::ty::Type;
use crate::value::Value;

impl Type {
    /// Checks that a value is of this type, without converting anything.
    ///
    /// # Errors
    ///
    /// Fails with the path of the first thing that is not.
    pub fn conforms(&self, value: &Value) -> Result<(), Error> {
        let data = match value {
            Value::Null => return Ok(()),
            Value::Unknown(unknown) => return unknown.check(self),
            Value::Known(data) => data,
        };
        match (self, data) {
            (Self::String, Data::String(_))
            | (Self::Number, Data::Number(_))
            | (Self::Bool, Data::Bool(_)) => Ok(()),
            (Self::List(element), Data::List(elements)) => each(elements, element),
            (Self::Set(element), Data::Set(elements)) => each(elements, element),
            (Self::Map(element), Data::Map(elements)) => {
                elements.iter().try_for_each(|(key, value)| {
                    element
                        .conforms(value)
                        .map_err(|error| error.inside(Step::Key(key.clone())))
                })
            }
            (Self::Object(ty), Data::Object(object)) => {
                check_names(ty, object)?;
                ty.iter()
                    .zip(object.values())
                    .try_for_each(|((name, ty), value)| {
                        ty.conforms(value)
                            .map_err(|error| error.inside(Step::Attribute(name.clone())))
                    })
            }
            (Self::Tuple(types), Data::Tuple(elements)) => {
                check_length(types.len(), elements.len())?;
                types
                    .iter()
                    .zip(elements)
                    .enumerate()
                    .try_for_each(|(index, (ty, value))| {
                        ty.conforms(value).map_err(|error| error.inside(index))
                    })
            }
            (Self::Dynamic, Data::Dynamic(typed)) => typed.ty.conforms(&typed.value),
            (ty, data) => Err(Error::mismatch(ty.kind(), data.kind())),
        }
    }

    /// Says whether values of this type can stand where the other type is asked for: anything where it is dynamic,
    /// and objects that lack only attributes that are optional there.
    pub fn usable_as(&self, other: &Type) -> bool {
        match (self, other) {
            (_, Self::Dynamic) => true,
            (Self::List(a), Self::List(b))
            | (Self::Set(a), Self::Set(b))
            | (Self::Map(a), Self::Map(b)) => a.usable_as(b),
            (Self::Object(a), Self::Object(b)) => {
                a.names().iter().all(|name| b.index_of(name).is_some())
                    && b.iter()
                        .enumerate()
                        .all(|(index, (name, ty))| match a.attribute(name) {
                            Some(mine) => mine.usable_as(ty),
                            None => b.optional(index),
                        })
            }
            (Self::Tuple(a), Self::Tuple(b)) => {
                a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.usable_as(b))
            }
            (a, b) => a == b,
        }
    }
}

fn each<'a>(elements: impl IntoIterator<Item = &'a Value>, ty: &Type) -> Result<(), Error> {
    elements
        .into_iter()
        .enumerate()
        .try_for_each(|(index, value)| ty.conforms(value).map_err(|error| error.inside(index)))
}

/// Checks that a tuple has as many elements as its type.
pub(crate) fn check_length(expected: usize, found: usize) -> Result<(), Error> {
    if expected == found {
        return Ok(());
    }
    Err(Error::mismatch(
        format_args!("a tuple of {expected} elements"),
        format_args!("one of {found}"),
    ))
}

/// Checks that an object has exactly the attributes of its type.
pub(crate) fn check_names(ty: &ObjectType, object: &Object) -> Result<(), Error> {
    if object.has_names_of(ty) {
        return Ok(());
    }
    let lacks = ty.names().iter().find(|name| object.get(name).is_none());
    let has = || {
        object
            .names()
            .iter()
            .find(|name| ty.index_of(name).is_none())
    };
    let (name, message) = match lacks {
        Some(name) => (Some(name), "expected an attribute of this name, found none"),
        None => (has(), "expected no attribute of this name"),
    };
    let error = Error::new(ErrorKind::Attribute, message);
    Err(match name {
        Some(name) => error.inside(Step::Attribute(name.clone())),
        None => error,
    })
}
