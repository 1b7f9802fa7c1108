//! Conversion to and from the values of the protocol and of state files.

use terrane_value::{Data, Error, ErrorKind, Text, Type, Typed, Unknown};

use crate::stack::deeper;

use super::number::Number;
use super::tree::{Content, Value};

impl Value {
    /// Reads a value of the protocol or of a state file. Parts of dynamic type have the type that they bring along.
    ///
    /// # Errors
    ///
    /// Fails if the value does not fit the type.
    pub fn from_exchange(value: &terrane_value::Value, ty: &Type) -> Result<Self, Error> {
        ty.conforms(value)?;
        import(value, ty)
    }

    /// Returns the value with its type in the form of the protocol and of state files, without marks.
    ///
    /// # Errors
    ///
    /// Fails if a number has more than 10 000 digits on one side of the point, and for a result of `type(..)`.
    pub fn to_exchange(&self) -> Result<Typed, Error> {
        Ok(Typed {
            ty: self.ty().clone(),
            value: export(self)?,
        })
    }
}

/// Reads a value that fits the type.
pub(super) fn import(value: &terrane_value::Value, ty: &Type) -> Result<Value, Error> {
    let data = match value {
        terrane_value::Value::Null => return Ok(Value::null(ty.clone())),
        terrane_value::Value::Unknown(unknown) => {
            return Ok(Value::new(ty.clone(), Content::Unknown(unknown.clone())));
        }
        terrane_value::Value::Known(data) => data,
    };
    Ok(match (ty, data) {
        (_, Data::Dynamic(typed)) => import(&typed.value, &typed.ty)?,
        (_, Data::Bool(value)) => (*value).into(),
        (_, Data::Number(number)) => Number::from_exchange(number).into(),
        (_, Data::String(text)) => text.clone().into(),
        (Type::List(element), Data::List(values)) => {
            Value::list_of(Type::clone(element), all(values, element)?)
        }
        (Type::Set(element), Data::Set(values)) => {
            Value::set_of(Type::clone(element), all(values, element)?)
        }
        (Type::Tuple(types), Data::Tuple(values)) => {
            let values = values.iter().zip(types.iter());
            let values = values.map(|(value, ty)| import(value, ty));
            Value::tuple(values.collect::<Result<_, Error>>()?)
        }
        (Type::Map(element), Data::Map(values)) => {
            let values = values
                .iter()
                .map(|(key, value)| Ok((key.clone(), import(value, element)?)));
            let values: Vec<(Text, Value)> = values.collect::<Result<_, Error>>()?;
            Value::map_of(Type::clone(element), values)
        }
        (Type::Object(object), Data::Object(values)) => {
            let values = object
                .iter()
                .zip(values.values())
                .map(|((name, ty), value)| Ok((name.clone(), import(value, ty)?)));
            Value::object(values.collect::<Result<Vec<_>, Error>>()?)
        }
        (ty, _) => return Err(Error::mismatch(ty, "a value of another kind")),
    })
}

fn all<'a>(
    values: impl IntoIterator<Item = &'a terrane_value::Value>,
    ty: &Type,
) -> Result<Vec<Value>, Error> {
    values.into_iter().map(|value| import(value, ty)).collect()
}

fn export(value: &Value) -> Result<terrane_value::Value, Error> {
    let each = |values: &[Value]| {
        let exported = values.iter().map(|value| deeper(|| export(value)));
        exported.collect::<Result<Vec<_>, Error>>()
    };
    Ok(match value.content() {
        Content::Null => terrane_value::Value::Null,
        Content::Unknown(_) if *value.ty() == Type::Dynamic => {
            terrane_value::Value::Unknown(Unknown::new())
        }
        Content::Unknown(unknown) => terrane_value::Value::Unknown(unknown.clone()),
        Content::Bool(value) => (*value).into(),
        Content::Number(number) => number.to_exchange()?.into(),
        Content::String(text) => text.into(),
        Content::Type(_) => {
            return Err(Error::new(
                ErrorKind::Mismatch,
                "expected a value, found a type",
            ));
        }
        Content::Parts(parts) => match value.ty() {
            Type::Set(_) => terrane_value::Value::set(each(&parts.values)?),
            Type::Tuple(_) => terrane_value::Value::tuple(each(&parts.values)?),
            Type::Map(_) => {
                let keys = parts.keys.iter().cloned();
                terrane_value::Value::mapping(keys.zip(each(&parts.values)?))
            }
            Type::Object(object) => {
                let names = object.names().iter().cloned();
                terrane_value::Value::object(names.zip(each(&parts.values)?))
            }
            _ => terrane_value::Value::list(each(&parts.values)?),
        },
    })
}
