//! Conversion between types, by Terraform's rules.

use crate::data::{Data, Typed};
use crate::error::{Error, ErrorKind};
use crate::map::Map;
use crate::object::Object;
use crate::object_type::ObjectType;
use crate::path::Step;
use crate::text::Text;
use crate::ty::{self, Type};
use crate::unify::{Loss, check};
use crate::value::Value;

mod element;
mod scalar;
mod unknown;

pub(crate) use scalar::{bool_text, parse_bool};

impl Value {
    /// Converts the value to a type, as Terraform converts what a practitioner wrote.
    ///
    /// Strings, numbers and bools convert to each other if the text allows it. Lists, sets and tuples convert to each other, and so do maps and
    /// objects; their elements are converted too. Objects lose attributes that the type does not have, and gain its missing optional attributes as
    /// null. Unknown values keep the refinements that remain valid. A value alone does not determine the type of its unknown and empty parts.
    /// [`Typed::convert`] knows these types, so it is stricter.
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
    /// Fails with the path of the part that cannot be converted.
    pub fn convert(self, ty: &Type) -> Result<Self, Error> {
        convert(self, None, ty)
    }
}

impl Type {
    /// Checks that values of this type may convert to another type. Whether one of them does may depend on its text.
    ///
    /// # Errors
    ///
    /// Fails with the path of the part that never converts.
    pub fn check_conversion(&self, to: &Self) -> Result<(), Error> {
        check(self, to, Loss::Allowed)
    }
}

impl Typed {
    /// Converts the value from its own type to another one.
    ///
    /// # Errors
    ///
    /// Fails with the path of the part that cannot be converted. If the type can never be converted, even null and unknown values fail.
    pub fn convert(self, ty: &Type) -> Result<Value, Error> {
        check(&self.ty, ty, Loss::Allowed)?;
        convert(self.value, Some(&self.ty), ty)
    }
}

/// Converts a value to the type `to`. `from` is the value's own type, if it is known.
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
        // Unknown elements of a set may turn out equal, so the length of the list is unknown.
        (Type::List(_), Data::Set(set))
            if set.len() > 1 && !set.iter().all(Value::is_wholly_known) =>
        {
            return Ok(Value::unknown());
        }
        (Type::List(element), data @ (Data::List(_) | Data::Set(_) | Data::Tuple(_))) => {
            Data::List(convert_all(data, from, element)?)
        }
        (Type::Set(element), data @ (Data::List(_) | Data::Set(_) | Data::Tuple(_))) => {
            Data::Set(convert_all(data, from, element)?.into_iter().collect())
        }
        (Type::Tuple(types), Data::Tuple(elements)) => Data::Tuple(tuple(elements, from, types)?),
        (Type::Map(element), Data::Map(map)) => Data::Map(convert_map(map, from, element)?),
        (Type::Map(element), Data::Object(object)) => {
            Data::Map(convert_map(object.into_iter().collect(), from, element)?)
        }
        (Type::Object(ty), Data::Object(object)) => {
            Data::Object(self::object(object.into_iter().collect(), from, ty)?)
        }
        (Type::Object(ty), Data::Map(map)) => Data::Object(object(map, from, ty)?),
        (to, data) => return Err(Error::mismatch(to.kind(), data.kind())),
    }))
}

/// Converts the elements of a list, a set or a tuple.
fn convert_all(data: Data, from: Option<&Type>, to: &Type) -> Result<Vec<Value>, Error> {
    let elements = match data {
        Data::List(elements) | Data::Tuple(elements) => elements,
        Data::Set(set) => element::sorted(set),
        Data::Bool(_)
        | Data::Number(_)
        | Data::String(_)
        | Data::Map(_)
        | Data::Object(_)
        | Data::Dynamic(_) => {
            return Err(Error::mismatch("a list", data.kind()));
        }
    };
    let common = if *to == Type::Dynamic {
        element::common_type(
            elements
                .iter()
                .enumerate()
                .map(|(index, value)| (element::type_at(from, index), value)),
        )?
    } else {
        None
    };
    let convert_one = |(index, value)| {
        let result = one(value, element::type_at(from, index), common.as_ref(), to);
        result.map_err(|error: Error| error.inside(index))
    };
    elements.into_iter().enumerate().map(convert_one).collect()
}

/// Converts the elements of a map or an object.
fn convert_map(given: Map, from: Option<&Type>, to: &Type) -> Result<Map, Error> {
    let common = if *to == Type::Dynamic {
        element::common_type(
            given
                .iter()
                .map(|(key, value)| (element::type_of(from, key), value)),
        )?
    } else {
        None
    };
    let convert_one = |(key, value): (Text, Value)| match one(
        value,
        element::type_of(from, &key),
        common.as_ref(),
        to,
    ) {
        Ok(value) => Ok((key, value)),
        Err(error) => Err(error.inside(Step::Key(key))),
    };
    given.into_iter().map(convert_one).collect()
}

fn one(
    value: Value,
    from: Option<&Type>,
    common: Option<&Type>,
    to: &Type,
) -> Result<Value, Error> {
    match common {
        Some(common) => wrap(convert(value, from, common)?, Some(common)),
        None => convert(value, from, to),
    }
}

/// Wraps a value for a place of dynamic type, together with its own type.
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

fn object(mut given: Map, from: Option<&Type>, ty: &ObjectType) -> Result<Object, Error> {
    let mut values = Vec::with_capacity(ty.len());
    for (index, (name, ty_of_attribute)) in ty.iter().enumerate() {
        let value = match given.get_mut(name).map(std::mem::take) {
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

#[cfg(test)]
mod tests {
    use super::*;

    use crate::refinement::Unknown;

    #[test]
    fn scalars_become_each_other_where_the_text_allows() {
        for (value, ty, expected) in [
            (
                Value::from("1.50"),
                Type::Number,
                Value::from("1.5".parse::<crate::Number>().unwrap()),
            ),
            (true.into(), Type::String, "true".into()),
            ("0".into(), Type::Bool, false.into()),
            (7.into(), Type::String, "7".into()),
            (Value::Null, Type::Bool, Value::Null),
        ] {
            assert_eq!(value.convert(&ty), Ok(expected));
        }
        for (value, ty, message) in [
            (
                Value::from("x"),
                Type::Number,
                "expected a number, found other text",
            ),
            (
                "True".into(),
                Type::Bool,
                "expected a bool, found text: use lower-case \"true\"",
            ),
            (1.into(), Type::Bool, "expected a bool, found a number"),
            (
                Value::list([1]),
                Type::String,
                "expected a string, found a list",
            ),
        ] {
            assert_eq!(value.convert(&ty).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn collections_become_each_other() {
        let tuple = Value::tuple([Value::from(2), "10".into(), "2".into()]);
        assert_eq!(
            tuple.clone().convert(&Type::list(Type::Number)),
            Ok(Value::list([2, 10, 2]))
        );
        assert_eq!(
            tuple.clone().convert(&Type::set(Type::String)),
            Ok(Value::set(["2", "10"]))
        );
        assert_eq!(
            Value::set([10, 9]).convert(&Type::list(Type::Number)),
            Ok(Value::list([9, 10]))
        );
        let error = tuple.convert(&Type::list(Type::Bool)).unwrap_err();
        assert_eq!(error.to_string(), "[0]: expected a bool, found a number");
        let object = Value::object([("a", Value::from(1)), ("b", "x".into())]);
        assert_eq!(
            object.clone().convert(&Type::map(Type::String)),
            Ok(Value::mapping([("a", "1"), ("b", "x")]))
        );
        assert!(object.convert(&Type::list(Type::String)).is_err());
    }

    #[test]
    fn objects_lose_and_gain_attributes() {
        let ty =
            ObjectType::with_optional([("a", Type::String, false), ("b", Type::Bool, true)]).into();
        let given = Value::mapping([("a", 1), ("c", 2)]);
        let expected = Value::object([("a", Value::from("1")), ("b", Value::Null)]);
        assert_eq!(given.convert(&ty), Ok(expected.clone()));
        assert_eq!(
            Value::object([("a", 1), ("c", 2)]).convert(&ty),
            Ok(expected)
        );
        let error = Value::object([("c", 2)]).convert(&ty).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a: expected an attribute of this name, found none"
        );
    }

    #[test]
    fn types_that_never_fit_are_refused_even_for_null() {
        let typed = Typed {
            ty: Type::list(Type::String),
            value: Value::Null,
        };
        let error = typed.convert(&Type::map(Type::String)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "expected map(string), found list(string)"
        );
    }

    #[test]
    fn open_places_get_the_type_of_their_value() {
        let typed = |ty, value| Value::from(Typed { ty, value });
        assert_eq!(
            Value::from("a").convert(&Type::Dynamic),
            Ok(typed(Type::String, "a".into()))
        );
        assert_eq!(Value::Null.convert(&Type::Dynamic), Ok(Value::Null));
        let mixed = Value::tuple([Value::from(1), "a".into()])
            .convert(&Type::list(Type::Dynamic))
            .unwrap();
        assert_eq!(
            mixed,
            Value::list([
                typed(Type::String, "1".into()),
                typed(Type::String, "a".into())
            ])
        );
        assert_eq!(
            mixed.convert(&Type::set(Type::String)),
            Ok(Value::set(["1", "a"]))
        );
        assert!(
            Value::tuple([Value::from(1), Value::list([1])])
                .convert(&Type::list(Type::Dynamic))
                .is_err()
        );
    }

    #[test]
    fn unknown_values_keep_refinements_that_stay_true() {
        let text = Unknown::new().not_null().with_string_prefix("a-").unwrap();
        let number = Value::Unknown(text.clone()).convert(&Type::Number);
        assert_eq!(number, Ok(Value::Unknown(Unknown::new().not_null())));
        assert_eq!(
            Value::Unknown(text.clone()).convert(&Type::String),
            Ok(Value::Unknown(text))
        );
        let list = Unknown::new()
            .with_length_lower(3)
            .unwrap()
            .with_length_upper(5)
            .unwrap();
        let set = Unknown::new()
            .with_length_lower(1)
            .unwrap()
            .with_length_upper(5)
            .unwrap();
        assert_eq!(
            Value::Unknown(list).convert(&Type::set(Type::Bool)),
            Ok(Value::Unknown(set))
        );
        let tuple = Typed {
            ty: Type::tuple([Type::Bool, Type::Bool]),
            value: Value::Unknown(Unknown::new().not_null()),
        };
        assert_eq!(
            tuple.convert(&Type::list(Type::Bool)),
            Ok(Value::list([Value::unknown(), Value::unknown()]))
        );
    }
}
