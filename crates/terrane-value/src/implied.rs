use crate::data::Data;
use crate::error::{Error, ErrorKind};
use crate::path::Step;
use crate::ty::Type;
use crate::value::Value;

impl Value {
    /// Infers the type of the value. Null, unknown and empty parts have no type of their own, so their type is dynamic.
    ///
    /// # Errors
    ///
    /// Fails if the elements of a collection are not of one type.
    pub fn implied_type(&self) -> Result<Type, Error> {
        let Self::Known(data) = self else {
            return Ok(Type::Dynamic);
        };
        Ok(match data {
            Data::Bool(_) => Type::Bool,
            Data::Number(_) => Type::Number,
            Data::String(_) => Type::String,
            Data::Dynamic(_) => Type::Dynamic,
            Data::List(elements) => Type::list(common(elements)?),
            Data::Set(elements) => Type::set(common(elements)?),
            Data::Map(elements) => Type::map(common(elements.values())?),
            Data::Object(object) => {
                let attributes = object
                    .iter()
                    .map(|(name, value)| match value.implied_type() {
                        Ok(ty) => Ok((name.clone(), ty)),
                        Err(error) => Err(error.inside(Step::Attribute(name.clone()))),
                    });
                Type::object(attributes.collect::<Result<Vec<_>, _>>()?)
            }
            Data::Tuple(elements) => {
                let elements = elements.iter().enumerate();
                let types = elements.map(|(index, value)| {
                    value.implied_type().map_err(|error| error.inside(index))
                });
                Type::Tuple(types.collect::<Result<_, _>>()?)
            }
        })
    }
}

fn common<'a>(elements: impl IntoIterator<Item = &'a Value>) -> Result<Type, Error> {
    let mut found = Type::Dynamic;
    for (index, value) in elements.into_iter().enumerate() {
        let ty = value.implied_type().map_err(|error| error.inside(index))?;
        found = merge(&found, &ty).ok_or_else(|| {
            let error = Error::new(
                ErrorKind::Mismatch,
                format!("expected elements of one type, found {found} and {ty}"),
            );
            error.inside(index)
        })?;
    }
    Ok(found)
}

/// Merges two types: a dynamic part of one type is replaced with the part of the other type.
fn merge(a: &Type, b: &Type) -> Option<Type> {
    match (a, b) {
        (Type::Dynamic, other) | (other, Type::Dynamic) => Some(other.clone()),
        (Type::List(a), Type::List(b)) => merge(a, b).map(Type::list),
        (Type::Set(a), Type::Set(b)) => merge(a, b).map(Type::set),
        (Type::Map(a), Type::Map(b)) => merge(a, b).map(Type::map),
        (Type::Tuple(a), Type::Tuple(b)) if a.len() == b.len() => a
            .iter()
            .zip(b.iter())
            .map(|(a, b)| merge(a, b))
            .collect::<Option<_>>()
            .map(Type::Tuple),
        (Type::Object(a), Type::Object(b)) if a.names() == b.names() => {
            let pairs = a.iter().zip(b.types());
            let merged = pairs.map(|((name, a), b)| Some((name.clone(), merge(a, b)?)));
            merged.collect::<Option<Vec<_>>>().map(Type::object)
        }
        (a, b) => (a == b).then(|| a.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_missing_in_one_element_is_taken_from_another() {
        let value = Value::list([
            Value::object([("a", Value::Null), ("b", Value::list::<i64>([]))]),
            Value::object([("a", Value::from("x")), ("b", Value::Null)]),
        ]);
        assert_eq!(
            value.implied_type().unwrap().to_string(),
            "list(object({a = string, b = list(dynamic)}))"
        );
        let value = Value::list([Value::list::<i64>([]), Value::list([1])]);
        assert_eq!(
            value.implied_type(),
            Ok(Type::list(Type::list(Type::Number)))
        );
        assert_eq!(Value::unknown().implied_type(), Ok(Type::Dynamic));
    }

    #[test]
    fn refuses_elements_of_several_types() {
        let error = Value::object([("a", Value::list([Value::from(1), "x".into()]))])
            .implied_type()
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "a[1]: expected elements of one type, found number and string"
        );
    }
}
