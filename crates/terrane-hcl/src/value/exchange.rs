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
            value: export(self, self.ty())?,
        })
    }

    /// Converts the value to a type, and returns it in the form of the protocol and of state files, without marks. Parts of dynamic type bring their own
    /// type along.
    ///
    /// ```
    /// use terrane_hcl::value::Value;
    /// use terrane_value::{Type, Typed};
    ///
    /// let any = Value::from("80").to_exchange_as(&Type::Dynamic)?;
    /// let typed = Typed { ty: Type::String, value: "80".into() };
    /// assert_eq!(any, typed.into());
    /// assert_eq!(Value::from("80").to_exchange_as(&Type::Number)?, 80.into());
    /// # Ok::<(), terrane_value::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails where [`convert`](Self::convert) and [`to_exchange`](Self::to_exchange) do.
    pub fn to_exchange_as(&self, ty: &Type) -> Result<terrane_value::Value, Error> {
        export(&self.convert(ty)?, ty)
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
            let values = values
                .iter()
                .zip(types.iter())
                .map(|(value, ty)| import(value, ty));
            Value::tuple(values.collect::<Result<_, Error>>()?)
        }
        (Type::Map(element), Data::Map(values)) => {
            let values: Vec<(Text, Value)> = values
                .iter()
                .map(|(key, value)| Ok((key.clone(), import(value, element)?)))
                .collect::<Result<_, Error>>()?;
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

/// Writes a value for a place of a type. The value has this type, except in its dynamic parts.
fn export(value: &Value, place: &Type) -> Result<terrane_value::Value, Error> {
    if *place == Type::Dynamic && *value.ty() != Type::Dynamic {
        let typed = Typed {
            ty: value.ty().clone(),
            value: export(value, value.ty())?,
        };
        return Ok(typed.into());
    }
    let parts = |values: &[Value]| {
        let parts = values.iter().enumerate();
        let exported = parts.map(|(at, value)| deeper(|| export(value, part_type(place, at))));
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
        Content::Parts(content) => {
            let values = parts(&content.values)?;
            match value.ty() {
                Type::Set(_) => terrane_value::Value::set(values),
                Type::Tuple(_) => terrane_value::Value::tuple(values),
                Type::Map(_) => {
                    let keys = content.keys.iter().cloned();
                    terrane_value::Value::mapping(keys.zip(values))
                }
                Type::Object(object) => {
                    let names = object.names().iter().cloned();
                    terrane_value::Value::object(names.zip(values))
                }
                _ => terrane_value::Value::list(values),
            }
        }
    })
}

/// The type of a part of a value whose type is given.
fn part_type(ty: &Type, at: usize) -> &Type {
    let of_part = match ty {
        Type::List(element) | Type::Set(element) | Type::Map(element) => Some(&**element),
        Type::Tuple(types) => types.get(at),
        Type::Object(object) => object.types().get(at),
        Type::String | Type::Number | Type::Bool | Type::Dynamic => None,
    };
    of_part.unwrap_or(&Type::Dynamic)
}
