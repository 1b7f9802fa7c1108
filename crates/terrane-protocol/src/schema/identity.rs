//! Identity schemas: what tells one remote object from another.

use terrane_value::{Text, Type};

/// Describes the identity of a resource: the data by which the remote object is found again.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct IdentitySchema {
    /// Counts changes of the stored form; identities written by older versions are upgraded.
    pub version: i64,
    /// The attributes.
    pub attributes: Vec<IdentityAttribute>,
}

/// Describes one attribute of an identity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdentityAttribute {
    /// Its name.
    pub name: Text,
    /// Its type: a primitive or a list of primitives.
    pub ty: Type,
    /// Whether an import by identity must give it.
    pub required_for_import: bool,
    /// Whether an import by identity may leave it out.
    pub optional_for_import: bool,
    /// What it is.
    pub description: String,
}

impl IdentitySchema {
    /// Computes the type by which identities are encoded.
    pub fn implied_type(&self) -> Type {
        Type::object(
            self.attributes
                .iter()
                .map(|attribute| (attribute.name.clone(), attribute.ty.clone())),
        )
    }
}
