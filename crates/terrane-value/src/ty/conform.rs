//! Checks whether types fit each other, and the parts of a value their type.

use crate::error::{Error, ErrorKind};
use crate::object::Object;
use crate::object_type::ObjectType;
use crate::path::Step;
use crate::ty::Type;

impl Type {
    /// Returns whether values of this type can be used where the other type is expected. Every type can be used for a dynamic type. An object type
    /// can be used if only attributes are missing that are optional in the other type.
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
    let missing = ty.names().iter().find(|name| object.get(name).is_none());
    let has = || {
        object
            .names()
            .iter()
            .find(|name| ty.index_of(name).is_none())
    };
    let (name, message) = match missing {
        Some(name) => (Some(name), "expected an attribute of this name, found none"),
        None => (has(), "expected no attribute of this name"),
    };
    let error = Error::new(ErrorKind::Attribute, message);
    Err(match name {
        Some(name) => error.inside(Step::Attribute(name.clone())),
        None => error,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Value;

    #[test]
    fn names_the_place_that_does_not_fit() {
        let ty = Type::object([
            ("ports", Type::list(Type::Number)),
            ("tags", Type::map(Type::String)),
        ]);
        let fits = Value::object([
            ("ports", Value::list([80])),
            ("tags", Value::mapping([("a", "b")])),
        ]);
        assert_eq!(ty.conforms(&fits), Ok(()));
        for (ports, tags, expected) in [
            (
                Value::list(["x"]),
                Value::Null,
                "ports[0]: expected a number, found a string",
            ),
            (
                Value::tuple([1]),
                Value::Null,
                "ports: expected a list, found a tuple",
            ),
            (
                Value::Null,
                Value::mapping([("a", true)]),
                "tags[\"a\"]: expected a string, found a bool",
            ),
        ] {
            let value = Value::object([("ports", ports), ("tags", tags)]);
            assert_eq!(ty.conforms(&value).unwrap_err().to_string(), expected);
        }
        let error = ty
            .conforms(&Value::object([("ports", Value::Null)]))
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "tags: expected an attribute of this name, found none"
        );
        assert_eq!(error.kind(), ErrorKind::Attribute);
        let has = Value::object([
            ("ports", Value::Null),
            ("tags", Value::Null),
            ("x", Value::Null),
        ]);
        assert_eq!(
            ty.conforms(&has).unwrap_err().to_string(),
            "x: expected no attribute of this name"
        );
        let long = Type::tuple([Type::Bool])
            .conforms(&Value::tuple([true, true]))
            .unwrap_err();
        assert_eq!(
            long.to_string(),
            "expected a tuple of 1 elements, found one of 2"
        );
        assert!(Type::Dynamic.conforms(&"a".into()).is_err());
    }

    #[test]
    fn optional_attributes_may_be_missing() {
        let full = Type::object([("a", Type::String), ("b", Type::Bool)]);
        let part = Type::object([("a", Type::String)]);
        let optional: Type =
            ObjectType::with_optional([("a", Type::String, false), ("b", Type::Bool, true)]).into();
        assert!(part.usable_as(&optional));
        assert!(full.usable_as(&optional));
        assert!(!part.usable_as(&full));
        assert!(!full.usable_as(&part));
        assert!(Type::list(part.clone()).usable_as(&Type::list(optional.clone())));
        assert!(!Type::list(part.clone()).usable_as(&Type::set(optional.clone())));
        assert!(Type::tuple([part]).usable_as(&Type::tuple([optional])));
        assert!(!Type::Number.usable_as(&Type::String));
    }
}
