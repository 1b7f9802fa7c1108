//! The types of the fields of an identity.

use std::fmt::Debug;

use terrane_value::{Number, Value};

use crate::attr::{Adapter, Attr, DecodeError, Foreign, Scalar};
use crate::model::KeyField;

/// A type that hosts allow in an identity.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be part of an identity",
    label = "not an identity's type",
    note = "an identity consists of strings, bools, numbers and lists of those; `#[tf(key)]` accepts every type, but hosts do not see it"
)]
pub trait IdentityAttr: Attr {}

macro_rules! scalars {
    ($($ty:ty),*) => {$(
        impl IdentityAttr for $ty {}
    )*};
}

scalars!(
    String, bool, Number, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64
);

impl<T: Scalar + IdentityAttr> IdentityAttr for Vec<T> {}

impl<A: Adapter> IdentityAttr for Foreign<A> where A::Attr: IdentityAttr {}

/// Requires a type that hosts allow in an identity. The derive calls it at compile time.
pub const fn is_identity<T: IdentityAttr>() {}

/// A field of a key that may be missing in an import or in an older state.
pub trait OptionalKeyField: KeyField {
    /// The type of the field in the key.
    type Key: Clone + Debug + Send + Sync + 'static;

    /// Decodes the field of the key from a value in a state.
    ///
    /// # Errors
    ///
    /// Fails if the value is unknown or has another type.
    fn key(value: &Value) -> Result<<Self as OptionalKeyField>::Key, DecodeError>;

    /// Encodes the field of the key as a value in a state.
    fn value(key: <Self as OptionalKeyField>::Key) -> Value;
}

impl<F: KeyField> OptionalKeyField for F {
    type Key = Option<<F as KeyField>::Key>;

    fn key(value: &Value) -> Result<Option<<F as KeyField>::Key>, DecodeError> {
        match value {
            Value::Null => Ok(None),
            value => <F as KeyField>::key(value).map(Some),
        }
    }

    fn value(key: Option<<F as KeyField>::Key>) -> Value {
        key.map_or(Value::Null, <F as KeyField>::value)
    }
}

#[cfg(test)]
mod tests {
    use terrane_framework::identity::schema;
    use terrane_value::Type;

    use super::*;
    use crate::model::ObjectModel as _;
    use crate::{Attr, Computed, Model};

    #[derive(Attr, Debug, Clone)]
    enum Side {
        Left,
        Right,
    }

    /// A wall.
    #[derive(Model)]
    struct Wall {
        /// The location.
        #[tf(identity)]
        sides: Vec<Side>,
        /// The name.
        #[tf(key(optional), keep)]
        name: Computed<String>,
    }

    #[test]
    fn choices_and_lists_of_them_identify() {
        let identity = schema(Wall::block(), 0).unwrap();
        let [sides] = identity.attributes.as_slice() else {
            panic!("{identity:?}");
        };
        assert_eq!(sides.ty, Type::list(Type::String));
    }

    /// A door.
    #[derive(Model)]
    struct Door {
        /// The number.
        #[tf(identity(description = "The number on the door."))]
        number: i64,
        /// The name.
        #[tf(identity(description = ""))]
        name: String,
        /// The floor.
        #[tf(identity)]
        floor: i64,
    }

    #[test]
    fn a_part_has_the_description_of_its_attribute_unless_it_has_its_own() {
        let identity = schema(Door::block(), 0).unwrap();
        let parts = identity.attributes.iter();
        let described: Vec<_> = parts.map(|it| (&*it.name, &*it.description)).collect();
        let expected = [
            ("floor", "The floor."),
            ("name", ""),
            ("number", "The number on the door."),
        ];
        assert_eq!(described, expected);
        let number = Door::block().to_protocol(0);
        let number = number.attribute("number").unwrap();
        assert_eq!(number.description.text, "The number.");
    }

    #[test]
    fn a_key_is_read_from_the_state_that_it_makes() {
        let key = WallKey {
            sides: vec![Side::Left, Side::Right],
            name: None,
        };
        let state = Wall::keyed(key);
        assert!(state.get("name").unwrap().is_null());
        let key = Wall::key(&state).unwrap();
        assert!(matches!(key.sides[..], [Side::Left, Side::Right]));
        assert_eq!(key.name, None);
    }
}
