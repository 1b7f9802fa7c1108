//! Conversion between types, by Terraform's rules.

use std::collections::BTreeMap;

use crate::data::{Data, Typed};
use crate::error::{Error, ErrorKind};
use crate::object::Object;
use crate::object_type::ObjectType;
use crate::path::Step;
use crate::text::Text;
use crate::ty::{self, Type};
use crate::value::Value;

mod allowed;
mod element;
mod scalar;
mod unknown;

pub(crate) use allowed::{Loss, check};
pub(crate) use scalar::{bool_text, parse_bool};

impl Value {
    /// Converts the value to a type, as Terraform converts what a practitioner wrote.
    ///
    /// Strings, numbers and bools become each other where the text allows it; lists, sets and tuples, and maps and
    /// objects, become each other with their elements converted. Objects lose attributes that the type does not
    /// know, and gain its optional ones as null. Unknown values keep what stays true about them. As a value alone
    /// does not say which type an unknown or an empty part has, [`Typed::convert`] is the stricter one.
    ///
    /// ```
    /// # use terrane_value::{Type, Value};
    /// let port = Value::from("8080").convert(&Type::Number)?;
    /// assert_eq!(port, 8080.into());
    /// let error = Value::from("http").convert(&Type::Number).unwrap_err();
    /// assert_eq!(error.to_string(), "expected a number, found other text");
    /// # Ok::<(), terrane_value::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with the path of what cannot be converted.
    pub fn convert(self, ty: &Type) -> Result<Self, Error> {
        convert(self, None, ty)
    }
}

impl Typed {
    /// Converts the value from its own type to another one.
    ///
    /// # Errors
    ///
    /// Fails with the path of what cannot be converted; if the type never can be, even a null or unknown value.
    pub fn convert(self, ty: &Type) -> Result<Value, Error> {
        check(&self.ty, ty, Loss::Allowed)?;
        convert(self.value, Some(&self.ty), ty)
    }
}

/// Converts a value, of a type that may be known, to a type.
fn convert(value: Value, from: Option<&Type>, to: &Type) -> Result<Value, Error> {
    if let Value::Known(Data::Dynamic(typed)) = value {
        return if *to == Type::Dynamic {
            Ok(typed.flatten())
        } else {
            typed.convert(to)
        };
    }
    if *to == Type::Dynamic {
        return wrap(value, from);
    }
    if from == Some(to) {
        return Ok(value);
    }
    let data = match value {
        Value::Null => return Ok(Value::Null),
        Value::Unknown(unknown) => return Ok(unknown::adapt(unknown, from, to)),
        Value::Known(data) => data,
    };
    Ok(Value::Known(match (to, data) {
        (Type::String | Type::Number | Type::Bool, data) => scalar::convert(data, to)?,
        // Elements of a set may yet turn out equal, so that nothing is known about the list.
        (Type::List(_), Data::Set(set))
            if set.len() > 1 && !set.iter().all(Value::is_wholly_known) =>
        {
            return Ok(Value::unknown());
        }
        (Type::List(element), data @ (Data::List(_) | Data::Set(_) | Data::Tuple(_))) => {
            Data::List(element::convert_all(data, from, element)?)
        }
        (Type::Set(element), data @ (Data::List(_) | Data::Set(_) | Data::Tuple(_))) => Data::Set(
            element::convert_all(data, from, element)?
                .into_iter()
                .collect(),
        ),
        (Type::Tuple(types), Data::Tuple(elements)) => Data::Tuple(tuple(elements, from, types)?),
        (Type::Map(element), Data::Map(map)) => {
            Data::Map(element::convert_map(map, from, element)?)
        }
        (Type::Map(element), Data::Object(object)) => Data::Map(element::convert_map(
            object.into_iter().collect(),
            from,
            element,
        )?),
        (Type::Object(ty), Data::Object(object)) => {
            Data::Object(self::object(object.into_iter().collect(), from, ty)?)
        }
        (Type::Object(ty), Data::Map(map)) => Data::Object(object(map, from, ty)?),
        (to, data) => return Err(Error::mismatch(to.kind(), data.kind())),
    }))
}

/// Puts a value where any type may stand.
fn wrap(value: Value, from: Option<&Type>) -> Result<Value, Error> {
    let ty = match from {
        Some(ty) => ty.clone(),
        None if value.is_known() => value.implied_type()?,
        None => Type::Dynamic,
    };
    Ok(Typed { ty, value }.flatten())
}

fn tuple(elements: Vec<Value>, from: Option<&Type>, types: &[Type]) -> Result<Vec<Value>, Error> {
    ty::check_length(types.len(), elements.len())?;
    let all = elements.into_iter().zip(types).enumerate();
    all.map(|(index, (value, ty))| {
        let from = element::type_at(from, index);
        convert(value, from, ty).map_err(|error| error.inside(index))
    })
    .collect()
}

fn object(
    mut given: BTreeMap<Text, Value>,
    from: Option<&Type>,
    ty: &ObjectType,
) -> Result<Object, Error> {
    let mut values = Vec::with_capacity(ty.len());
    for (index, (name, ty_of_attribute)) in ty.iter().enumerate() {
        let value = match given.remove(name) {
            Some(value) => convert(value, element::type_of(from, name), ty_of_attribute),
            None if ty.optional(index) => Ok(Value::Null),
            None => Err(Error::new(
                ErrorKind::Attribute,
                "expected an attribute of this name, found none",
            )),
        };
        values.push(value.map_err(|error| error.inside(Step::Attribute(name.clone())))?);
    }
    Ok(Object::aligned(ty, values))
}
