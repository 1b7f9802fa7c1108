//! Identity schemas: the data that identifies a remote object.

use terrane_value::{Text, Type};

/// Describes the identity of a resource: the data that identifies the remote object.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct IdentitySchema {
    /// The version of the identity schema. Stored identities of older versions are upgraded.
    pub version: i64,
    /// The attributes.
    pub attributes: Vec<IdentityAttribute>,
}

/// Describes one attribute of an identity.
#[derive(Debug, Clone, PartialEq)]
pub struct IdentityAttribute {
    /// The name of the attribute.
    pub name: Text,
    /// The type of the attribute: a primitive or a list of primitives.
    pub ty: Type,
    /// Whether an import by identity must contain the attribute.
    pub required_for_import: bool,
    /// Whether an import by identity may leave the attribute out.
    pub optional_for_import: bool,
    /// The description of the attribute.
    pub description: String,
}

impl IdentitySchema {
    /// Computes the type with which identities are encoded.
    pub fn implied_type(&self) -> Type {
        Type::object(
            self.attributes
                .iter()
                .map(|attribute| (attribute.name.clone(), attribute.ty.clone())),
        )
    }
}
