//! Identities: by what hosts know an object beside its state.
//!
//! An identity is a view of the state: the fields marked `identity`, under their own names. So authors never handle it, and where a host
//! has none, because it or the provider was too old, the state tells.

use std::fmt::Debug;

use terrane_protocol::DynamicValue;
use terrane_protocol::schema::{IdentityAttribute, IdentitySchema};
use terrane_value::{Data, Error, Name, Number, Object, ObjectType, Type, Value, json};

use crate::attr::{Adapter, Attr, DecodeError, Foreign, Scalar};
use crate::model::KeyField;
use crate::schema::{Block, Identifies, Keep, Member, Replace};

/// A type that hosts allow in an identity.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be part of an identity",
    label = "not an identity's type",
    note = "hosts know identities of strings, bools, numbers and lists of those; `#[tf(key)]` takes every type, but keeps it to the provider"
)]
pub trait IdentityAttr: Attr {}

macro_rules! scalars {
    ($($ty:ty),*) => {$(
        impl IdentityAttr for $ty {}
    )*};
}

scalars!(
    String, bool, Number, i8, i16, i32, i64, u8, u16, u32, u64, f64
);

impl<T: Scalar + IdentityAttr> IdentityAttr for Vec<T> {}

impl<A: Adapter> IdentityAttr for Foreign<A> where A::Attr: IdentityAttr {}

/// Asks for an identity's type: what the derive checks at compile time.
#[doc(hidden)]
pub const fn is_identity<T: IdentityAttr>() {}

/// A field of a key that an import may leave out, or that an older state may lack.
pub trait OptionalKeyField: KeyField {
    /// What stands in the key.
    type Key: Clone + Debug + Send + Sync + 'static;

    /// Reads it from a state.
    ///
    /// # Errors
    ///
    /// When the value is unknown or of another type.
    fn key(value: &Value) -> Result<<Self as OptionalKeyField>::Key, DecodeError>;

    /// Writes it into a state.
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

/// The identity of a resource's objects, as its schema says.
#[derive(Debug)]
pub(crate) struct Identity {
    /// Where its parts stand in an object of the schema.
    positions: Vec<usize>,
    /// The objects of the schema.
    of: ObjectType,
    ty: ObjectType,
    mutable: bool,
}

impl Identity {
    /// Finds the identity in a schema, if it has one.
    pub(crate) fn of(block: &Block) -> Option<Self> {
        let (positions, parts): (Vec<_>, Vec<_>) = parts(block).unzip();
        if positions.is_empty() {
            return None;
        }
        let ty = ObjectType::new(parts.iter().map(|part| (part.name().clone(), part.ty())));
        let mutable = parts.iter().any(|part| {
            matches!(part.replaces(), Replace::Never) && matches!(part.keeps(), Keep::Never)
        });
        Some(Self {
            positions,
            of: block.object_type().clone(),
            ty,
            mutable,
        })
    }

    /// Whether the identity of an object can change while it stays the same object: a part of it can be updated in place.
    pub(crate) fn is_mutable(&self) -> bool {
        self.mutable
    }

    /// The identity of an object; nothing if the state has none of its parts, or is not of the schema.
    pub(crate) fn of_state(&self, state: &Object) -> Option<Object> {
        if state.names() != self.of.names() {
            return None;
        }
        let values: Vec<Value> = self
            .positions
            .iter()
            .map(|at| state.at(*at).clone())
            .collect();
        some(Object::aligned(&self.ty, values))
    }

    /// Puts an identity into the state of an object of which nothing else is known.
    pub(crate) fn fill(&self, identity: Object, state: &mut Object) {
        for (at, value) in self.positions.iter().zip(identity.into_values()) {
            *state.at_mut(*at) = value;
        }
    }

    /// Reads what a host sent; one without any part is none.
    pub(crate) fn decode(&self, identity: Option<&DynamicValue>) -> Result<Option<Object>, Error> {
        let Some(identity) = identity else {
            return Ok(None);
        };
        Ok(match identity.decode(&Type::Object(self.ty.clone()))? {
            Value::Known(Data::Object(object)) => some(object),
            Value::Known(_) | Value::Null | Value::Unknown(_) => None,
        })
    }

    /// Reads what a host has stored.
    pub(crate) fn decode_stored(&self, stored: &[u8]) -> Result<Option<Object>, Error> {
        let options = json::Options {
            ignore_unknown_attributes: true,
            ..json::Options::default()
        };
        let ty = Type::Object(self.ty.clone());
        Ok(match json::decode_with(stored, &ty, &options)? {
            Value::Known(Data::Object(object)) => some(object),
            Value::Known(_) | Value::Null | Value::Unknown(_) => None,
        })
    }

    /// Writes an identity for the host.
    pub(crate) fn encode(&self, identity: Object) -> Result<DynamicValue, Error> {
        let value = Value::Known(Data::Object(identity));
        DynamicValue::encode(&value, &Type::Object(self.ty.clone()))
    }

    /// The first part in which two identities differ: its name, and both values as text.
    pub(crate) fn difference(&self, old: &Object, new: &Object) -> Option<(Name, String, String)> {
        let mut pairs = self.ty.iter().zip(old.values().iter().zip(new.values()));
        let ((name, ty), (old, new)) = pairs.find(|(_, (old, new))| old != new)?;
        let shown = |value| match json::encode(value, ty) {
            Ok(text) => String::from_utf8_lossy(&text).into_owned(),
            Err(_) => "a value that is not known".to_owned(),
        };
        Some((name.clone(), shown(old), shown(new)))
    }
}

/// Describes a schema's identity to hosts.
pub(crate) fn schema(block: &Block, version: i64) -> Option<IdentitySchema> {
    let attributes: Vec<IdentityAttribute> = parts(block)
        .map(|(_, part)| IdentityAttribute {
            name: part.name().clone(),
            ty: part.ty(),
            required_for_import: part.identifies() == Identifies::Required,
            optional_for_import: part.identifies() == Identifies::Optional,
            description: part.described().text.clone(),
        })
        .collect();
    (!attributes.is_empty()).then_some(IdentitySchema {
        version,
        attributes,
    })
}

fn parts(block: &Block) -> impl Iterator<Item = (usize, &Member)> {
    let members = block.members().iter().enumerate();
    members.filter(|(_, member)| member.identifies().is_published())
}

fn some(identity: Object) -> Option<Object> {
    let null = identity.values().iter().all(Value::is_null);
    (!null).then_some(identity)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Computed, Model as _, Schema};

    #[derive(Schema, Debug, Clone)]
    enum Side {
        Left,
        Right,
    }

    /// A wall.
    #[derive(Schema)]
    struct Wall {
        /// Where it is.
        #[tf(identity)]
        sides: Vec<Side>,
        /// What it is called.
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
