//! A schema as the type of a value: an object whose attributes are set together, in one attribute.

use terrane_value::{Data, Value};

use super::{Block, Equality, Validator};
use crate::decode_error::DecodeError;

impl Block {
    /// Returns the validators of a value of this type: those of its attributes.
    #[must_use]
    pub fn object_validators(&self) -> Vec<Validator> {
        let mut all = Vec::new();
        for member in self.members() {
            let of_member = member.checks().iter().cloned();
            all.extend(of_member.map(|validator| validator.of_attribute(member.name().clone())));
        }
        all
    }

    /// Returns the equality of values of this type, if an attribute has one.
    #[must_use]
    pub fn object_equality(&self) -> Option<Equality> {
        Equality::of_attributes(self.members().iter().map(|it| it.equality().cloned()))
    }

    /// Finds a null in a value of this type that the type does not allow.
    #[must_use]
    pub fn null_in_object(&self, data: &Data) -> Option<DecodeError> {
        let object = match data {
            Data::Object(object) if self.describes(object) => object,
            _ => return None,
        };
        let mut values = self.members().iter().zip(object.values());
        values.find_map(|(member, value)| {
            let found = match value {
                Value::Null if !member.is_nullable() => DecodeError::null(),
                Value::Known(data) => member.null_in(data)?,
                Value::Null | Value::Unknown(_) => return None,
            };
            Some(found.in_attribute(member.name().clone()))
        })
    }
}
