use std::collections::HashSet;
use std::sync::Arc;

use crate::error::{Error, ErrorKind};
use crate::path::Step;
use crate::text::Name;
use crate::ty::Type;

/// The attributes of an object type, sorted by name.
///
/// Clones share the attributes. Objects that are decoded with this type share its names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ObjectType(Arc<Attributes>);

#[derive(Debug, PartialEq, Eq, Hash)]
struct Attributes {
    names: Arc<[Name]>,
    types: Box<[Type]>,
    /// Empty if no attribute is optional.
    optional: Box<[bool]>,
    /// The total length of all names, in bytes.
    name_bytes: usize,
}

impl ObjectType {
    /// Creates a type from attributes in any order. If a name occurs several times, its last type wins.
    pub fn new<N: Into<Name>>(attributes: impl IntoIterator<Item = (N, Type)>) -> Self {
        let attributes = attributes.into_iter();
        let (names, types): (Vec<Name>, Vec<Type>) =
            attributes.map(|(name, ty)| (name.into(), ty)).unzip();
        Self::from_parts(names, types)
    }

    /// Creates a type from names and their types. This is fastest if the names are sorted. If a name occurs several times, its last type wins.
    pub fn from_parts(names: Vec<Name>, types: Vec<Type>) -> Self {
        if names.len() == types.len() && names.is_sorted_by(|a, b| a < b) {
            return Self::sorted(names, types, Vec::new());
        }
        let attributes = names.into_iter().zip(types);
        Self::of(attributes.map(|(name, ty)| (name, ty, false)).collect())
    }

    /// Creates a type with optional attributes. The third part of each tuple is whether the attribute is optional.
    ///
    /// Optional attributes matter only for conversion. A value of the type always has all attributes.
    pub fn with_optional<N: Into<Name>>(
        attributes: impl IntoIterator<Item = (N, Type, bool)>,
    ) -> Self {
        let attributes = attributes.into_iter();
        let all = attributes.map(|(name, ty, optional)| (name.into(), ty, optional));
        Self::of(all.collect())
    }

    fn of(mut all: Vec<(Name, Type, bool)>) -> Self {
        all.reverse();
        all.sort_by(|a, b| a.0.cmp(&b.0));
        all.dedup_by(|later, first| later.0 == first.0);
        let mut names = Vec::with_capacity(all.len());
        let mut types = Vec::with_capacity(all.len());
        let mut optional = Vec::with_capacity(all.len());
        for (name, ty, is_optional) in all {
            names.push(name);
            types.push(ty);
            optional.push(is_optional);
        }
        if !optional.contains(&true) {
            optional.clear();
        }
        Self::sorted(names, types, optional)
    }

    fn sorted(names: Vec<Name>, types: Vec<Type>, optional: Vec<bool>) -> Self {
        Self(Arc::new(Attributes {
            name_bytes: names.iter().map(|name| name.len()).sum(),
            names: names.into(),
            types: types.into(),
            optional: optional.into(),
        }))
    }

    /// Marks attributes as optional.
    ///
    /// # Errors
    ///
    /// Fails if a name is not an attribute of the type.
    pub fn with_optional_names(self, names: &[Name]) -> Result<Self, Error> {
        if let Some(name) = names.iter().find(|name| self.index_of(name).is_none()) {
            let error = Error::new(
                ErrorKind::Attribute,
                "expected optional attributes to be attributes of the type, found another name",
            );
            return Err(error.inside(Step::Attribute(name.clone())));
        }
        let optional: HashSet<&Name> = names.iter().collect();
        Ok(Self::with_optional(self.iter().map(|(name, ty)| {
            (name.clone(), ty.clone(), optional.contains(name))
        })))
    }

    /// Returns the sorted names.
    pub fn names(&self) -> &[Name] {
        &self.0.names
    }

    pub(crate) fn shared_names(&self) -> &Arc<[Name]> {
        &self.0.names
    }

    /// Returns the types in the order of the names.
    pub fn types(&self) -> &[Type] {
        &self.0.types
    }

    /// Returns whether the attribute at this position is optional.
    pub fn optional(&self, index: usize) -> bool {
        self.0.optional.get(index).copied().unwrap_or_default()
    }

    /// Returns the total length of all names, in bytes.
    pub(crate) fn name_bytes(&self) -> usize {
        self.0.name_bytes
    }

    /// Returns an attribute's position.
    pub(crate) fn index_of(&self, name: &str) -> Option<usize> {
        self.names()
            .binary_search_by(|candidate| candidate.as_str().cmp(name))
            .ok()
    }

    /// Returns an attribute's type.
    pub fn attribute(&self, name: &str) -> Option<&Type> {
        self.index_of(name).map(|index| &self.types()[index])
    }

    /// Iterates over names and types, sorted by name.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Name, &Type)> + DoubleEndedIterator {
        self.names().iter().zip(self.types())
    }

    /// Counts the attributes.
    pub fn len(&self) -> usize {
        self.names().len()
    }

    /// Returns whether there are no attributes.
    pub fn is_empty(&self) -> bool {
        self.names().is_empty()
    }

    /// Returns whether any attribute is optional.
    pub(crate) fn has_optional(&self) -> bool {
        self.0.optional.contains(&true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_and_keeps_the_last_of_a_name() {
        let ty = ObjectType::with_optional([
            ("b", Type::Bool, true),
            ("a", Type::String, false),
            ("b", Type::Number, false),
        ]);
        assert_eq!(ty.names(), ["a", "b"]);
        assert_eq!(ty.attribute("b"), Some(&Type::Number));
        assert!(!ty.has_optional());
        assert_eq!(ty.index_of("c"), None);
        assert!(!ty.optional(7));
    }

    #[test]
    fn compares_by_content() {
        let one = ObjectType::new([("a", Type::String), ("b", Type::Bool)]);
        let other = ObjectType::new([("b", Type::Bool), ("a", Type::String)]);
        assert_eq!(one, other);
        assert_ne!(
            one,
            ObjectType::with_optional([("a", Type::String, true), ("b", Type::Bool, false)])
        );
    }
}
