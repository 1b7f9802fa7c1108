use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::map::Map;
use crate::object_type::ObjectType;
use crate::text::Name;
use crate::value::Value;

/// An object: its attribute values, and the names that it shares with its type.
///
/// ```
/// # use terrane_value::{Object, ObjectType, Type, Value};
/// let pet = ObjectType::new([("name", Type::String), ("legs", Type::Number)]);
/// let mut rex = Object::new(&pet);
/// rex.set("name", "Rex");
/// assert_eq!(rex.get("name"), Some(&"Rex".into()));
/// assert_eq!(rex.get("legs"), Some(&Value::Null));
/// ```
#[derive(Clone, Debug, Eq)]
pub struct Object {
    names: Arc<[Name]>,
    values: Box<[Value]>,
}

impl Object {
    /// Creates an object whose attributes are all null.
    pub fn new(ty: &ObjectType) -> Self {
        Self {
            names: Arc::clone(ty.shared_names()),
            values: vec![Value::Null; ty.len()].into(),
        }
    }

    /// Creates an object from names and values in any order. If a name occurs several times, its last value wins.
    pub fn from_pairs<N: Into<Name>, V: Into<Value>>(
        pairs: impl IntoIterator<Item = (N, V)>,
    ) -> Self {
        let pairs: Map = pairs.into_iter().collect();
        let (names, values): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
        Self {
            names: names.into(),
            values: values.into(),
        }
    }

    /// Creates an object from values in the order of a type's attributes. This needs no lookup by name.
    ///
    /// # Panics
    ///
    /// Panics if the number of values is not the number of attributes.
    pub fn aligned(ty: &ObjectType, values: Vec<Value>) -> Self {
        assert_eq!(ty.len(), values.len(), "one value for each attribute");
        Self {
            names: Arc::clone(ty.shared_names()),
            values: values.into(),
        }
    }

    /// Returns an attribute's value.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.index_of(name).map(|index| &self.values[index])
    }

    /// Returns a mutable reference to an attribute's value.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Value> {
        self.index_of(name).map(|index| &mut self.values[index])
    }

    /// Sets an attribute's value and returns the previous value. Adds the attribute if it does not exist.
    pub fn set(&mut self, name: &str, value: impl Into<Value>) -> Option<Value> {
        let value = value.into();
        if let Some(old) = self.get_mut(name) {
            return Some(std::mem::replace(old, value));
        }
        let index = self
            .names
            .partition_point(|candidate| candidate.as_str() < name);
        let mut names = self.names.to_vec();
        names.insert(index, name.into());
        let mut values = std::mem::take(&mut self.values).into_vec();
        values.insert(index, value);
        self.names = names.into();
        self.values = values.into();
        None
    }

    /// Removes and returns an attribute's value, and leaves null in its place.
    pub fn take(&mut self, name: &str) -> Option<Value> {
        self.get_mut(name).map(std::mem::take)
    }

    /// Returns the value at a position of the sorted names.
    ///
    /// # Panics
    ///
    /// Panics if the position is out of range.
    pub fn at(&self, index: usize) -> &Value {
        &self.values[index]
    }

    /// Returns a mutable reference to the value at a position of the sorted names.
    ///
    /// # Panics
    ///
    /// Panics if the position is out of range.
    pub fn at_mut(&mut self, index: usize) -> &mut Value {
        &mut self.values[index]
    }

    /// Returns the sorted names.
    pub fn names(&self) -> &[Name] {
        &self.names
    }

    /// Returns the values in the order of the names.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// Returns whether no value in the object is unknown, at any depth.
    ///
    /// ```
    /// # use terrane_value::{Object, Value};
    /// let planned = Object::from_pairs([("name", "Rex".into()), ("id", Value::unknown())]);
    /// assert!(!planned.is_wholly_known());
    /// ```
    pub fn is_wholly_known(&self) -> bool {
        self.values.iter().all(Value::is_wholly_known)
    }

    /// Returns whether a value in the object, at any depth, could not be expressed: see [`Unknown::failed`](crate::Unknown::failed).
    pub fn has_failure(&self) -> bool {
        let mut found = false;
        if self.is_wholly_known() {
            return found;
        }
        for value in &self.values {
            value.walk(|_, value| {
                found |= matches!(value, Value::Unknown(unknown) if unknown.failure().is_some());
                !found
            });
        }
        found
    }

    /// Converts the object into its values, in the order of the names.
    pub fn into_values(self) -> Vec<Value> {
        self.values.into_vec()
    }

    /// Iterates over names and values, sorted by name.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Name, &Value)> + DoubleEndedIterator {
        self.names.iter().zip(&self.values)
    }

    /// Counts the attributes.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns whether there are no attributes.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Returns whether the names are those of the type. If the object shares the type's names, no name is compared.
    pub(crate) fn has_names_of(&self, ty: &ObjectType) -> bool {
        self.shares_names(ty.shared_names()) || *self.names == *ty.names()
    }

    pub(crate) fn shares_names(&self, names: &Arc<[Name]>) -> bool {
        Arc::ptr_eq(&self.names, names)
    }

    /// Rebuilds the object with the same names and one new value for each.
    pub(crate) fn try_map<E>(
        self,
        mut change: impl FnMut(&Name, Value) -> Result<Value, E>,
    ) -> Result<Self, E> {
        let Self { names, values } = self;
        let values = names
            .iter()
            .zip(values)
            .map(|(name, value)| change(name, value))
            .collect::<Result<_, _>>()?;
        Ok(Self { names, values })
    }

    fn index_of(&self, name: &str) -> Option<usize> {
        self.names
            .binary_search_by(|candidate| candidate.as_str().cmp(name))
            .ok()
    }
}

/// Compares the names only if they are not shared. The derived implementation would always compare all names.
impl PartialEq for Object {
    fn eq(&self, other: &Self) -> bool {
        (self.shares_names(&other.names) || self.names == other.names)
            && self.values == other.values
    }
}

/// Hashes only the values, because the objects of one set or map have the same names.
impl Hash for Object {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.values.hash(state);
    }
}

impl IntoIterator for Object {
    type Item = (Name, Value);
    type IntoIter = std::iter::Zip<std::vec::IntoIter<Name>, std::vec::IntoIter<Value>>;

    fn into_iter(self) -> Self::IntoIter {
        let names: Vec<Name> = self.names.iter().cloned().collect();
        names.into_iter().zip(self.values.into_vec())
    }
}

impl<N: Into<Name>, V: Into<Value>> FromIterator<(N, V)> for Object {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(pairs: I) -> Self {
        Self::from_pairs(pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ty::Type;

    #[test]
    fn objects_are_equal_by_names_and_values_whether_they_share_the_names_or_not() {
        let ty = ObjectType::new([("a", Type::Bool), ("b", Type::Bool)]);
        let of = |ty: &ObjectType, b: bool| Object::aligned(ty, vec![Value::Null, b.into()]);
        assert_eq!(of(&ty, true), of(&ty, true));
        assert_ne!(of(&ty, true), of(&ty, false));
        let same = ObjectType::new([("a", Type::Bool), ("b", Type::Bool)]);
        assert_eq!(of(&ty, true), of(&same, true));
        let other = ObjectType::new([("a", Type::Bool), ("c", Type::Bool)]);
        assert_ne!(of(&ty, true), of(&other, true));
    }

    #[test]
    fn grows_only_for_new_names() {
        let ty = ObjectType::new([("b", Type::Bool)]);
        let mut object = Object::new(&ty);
        assert_eq!(object.set("b", true), Some(Value::Null));
        assert!(object.shares_names(ty.shared_names()));
        assert_eq!(object.set("a", 1), None);
        assert_eq!(
            object,
            Object::from_pairs([("b", Value::from(true)), ("a", Value::from(1))])
        );
        assert_eq!(object.take("b"), Some(true.into()));
        assert_eq!(object.get("b"), Some(&Value::Null));
        assert_eq!(object.take("c"), None);
    }
}
