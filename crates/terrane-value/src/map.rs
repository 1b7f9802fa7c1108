use std::fmt;

use crate::text::Text;
use crate::value::Value;

/// The elements of a map, sorted by key, in one allocation.
///
/// Most maps of a provider are small (labels, tags, options), and one plan has thousands of them. So a map uses no memory besides its elements.
/// Lookup is a binary search. Building a map sorts the elements at most once, and not at all if the keys are in order. Hosts send keys in order.
///
/// ```
/// # use terrane_value::Map;
/// let map = Map::from([("b", 2), ("a", 1), ("b", 3)]);
/// assert_eq!(map.len(), 2);
/// assert_eq!(map.get("b"), Some(&3.into()));
/// assert!(map.keys().map(|key| key.as_str()).eq(["a", "b"]));
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Map(Vec<(Text, Value)>);

impl Map {
    /// Creates an empty map.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Builds a map from elements in any order. Of several elements with the same key, the last one wins.
    ///
    /// Unused memory is freed only if it is half of the allocation. Freeing copies the elements, and the copy then fits into the unused memory.
    pub(crate) fn from_elements(mut elements: Vec<(Text, Value)>) -> Self {
        if !elements.is_sorted_by(|(before, _), (after, _)| before < after) {
            elements.reverse();
            elements.sort_by(|(a, _), (b, _)| a.cmp(b));
            elements.dedup_by(|(later, _), (first, _)| later == first);
        }
        if elements.len() <= elements.capacity() / 2 {
            elements.shrink_to_fit();
        }
        Self(elements)
    }

    /// Returns the value of a key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.find(key).ok().map(|index| &self.0[index].1)
    }

    /// Returns a mutable reference to the value of a key.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Value> {
        self.find(key).ok().map(|index| &mut self.0[index].1)
    }

    /// Returns whether the map has an element with this key.
    pub fn contains_key(&self, key: &str) -> bool {
        self.find(key).is_ok()
    }

    /// Sets the value of a key and returns the previous value.
    ///
    /// A new key moves all elements after it. To build a large map, collect its elements instead of inserting them one by one.
    pub fn insert(&mut self, key: impl Into<Text>, value: impl Into<Value>) -> Option<Value> {
        let (key, value) = (key.into(), value.into());
        match self.find(&key) {
            Ok(index) => Some(std::mem::replace(&mut self.0[index].1, value)),
            Err(index) => {
                self.0.insert(index, (key, value));
                None
            }
        }
    }

    /// Removes the element of a key and returns its value.
    pub fn remove(&mut self, key: &str) -> Option<Value> {
        self.find(key).ok().map(|index| self.0.remove(index).1)
    }

    /// Returns the keys, sorted.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &Text> {
        self.0.iter().map(|(key, _)| key)
    }

    /// Returns the values in the order of the keys.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &Value> {
        self.0.iter().map(|(_, value)| value)
    }

    /// Returns mutable references to the values, in the order of the keys.
    pub fn values_mut(&mut self) -> impl ExactSizeIterator<Item = &mut Value> {
        self.0.iter_mut().map(|(_, value)| value)
    }

    /// Iterates over keys and values, sorted by key.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Text, &Value)> + DoubleEndedIterator {
        self.0.iter().map(|(key, value)| (key, value))
    }

    /// Iterates over keys and mutable values, sorted by key.
    pub fn iter_mut(&mut self) -> impl ExactSizeIterator<Item = (&Text, &mut Value)> {
        self.0.iter_mut().map(|(key, value)| (&*key, value))
    }

    /// Counts the elements.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there are no elements.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn find(&self, key: &str) -> Result<usize, usize> {
        self.0
            .binary_search_by(|(candidate, _)| candidate.as_str().cmp(key))
    }
}

impl fmt::Debug for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl IntoIterator for Map {
    type Item = (Text, Value);
    type IntoIter = std::vec::IntoIter<(Text, Value)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<K: Into<Text>, V: Into<Value>> FromIterator<(K, V)> for Map {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(elements: I) -> Self {
        let elements = elements.into_iter();
        Self::from_elements(
            elements
                .map(|(key, value)| (key.into(), value.into()))
                .collect(),
        )
    }
}

impl<K: Into<Text>, V: Into<Value>, const N: usize> From<[(K, V); N]> for Map {
    fn from(elements: [(K, V); N]) -> Self {
        elements.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn sorted_elements_are_not_sorted_again() {
        let elements = vec![("a".into(), 1.into()), ("b".into(), 2.into())];
        let first = elements.as_ptr();
        assert_eq!(Map::from_elements(elements).0.as_ptr(), first);
    }

    /// A change to a map.
    #[derive(Clone, Debug)]
    enum Change {
        Insert(String, i32),
        Remove(String),
        Replace(String, i32),
    }

    fn change() -> impl Strategy<Value = Change> {
        let key = || "[a-d]{0,2}";
        prop_oneof![
            (key(), any::<i32>()).prop_map(|(key, value)| Change::Insert(key, value)),
            key().prop_map(Change::Remove),
            (key(), any::<i32>()).prop_map(|(key, value)| Change::Replace(key, value)),
        ]
    }

    proptest! {
        /// A map behaves like a `BTreeMap` of the standard library after any sequence of changes.
        #[test]
        fn it_behaves_as_a_standard_map(
            start in proptest::collection::vec(("[a-d]{0,2}", any::<i32>()), 0..8),
            changes in proptest::collection::vec(change(), 0..8),
        ) {
            let mut map: Map = start.iter().map(|(key, value)| (&**key, *value)).collect();
            let mut model: BTreeMap<Text, Value> =
                start.into_iter().map(|(key, value)| (key.into(), value.into())).collect();
            for change in changes {
                match change {
                    Change::Insert(key, value) => prop_assert_eq!(
                        map.insert(&*key, value),
                        model.insert(key.into(), value.into()),
                    ),
                    Change::Remove(key) => prop_assert_eq!(map.remove(&key), model.remove(&*key)),
                    Change::Replace(key, value) => {
                        prop_assert_eq!(map.contains_key(&key), model.contains_key(&*key));
                        if let (Some(ours), Some(theirs)) = (map.get_mut(&key), model.get_mut(&*key)) {
                            *ours = value.into();
                            *theirs = value.into();
                        }
                    }
                }
            }
            prop_assert_eq!(map.len(), model.len());
            prop_assert_eq!(map.is_empty(), model.is_empty());
            prop_assert!(map.keys().eq(model.keys()) && map.values().eq(model.values()));
            prop_assert!(map.iter().eq(model.iter()) && map.iter_mut().eq(model.iter_mut()));
            prop_assert!(map.values_mut().eq(model.values_mut()));
            prop_assert!(model.iter().all(|(key, value)| map.get(key) == Some(value)));
            prop_assert_eq!(format!("{map:?}"), format!("{model:?}"));
            prop_assert!(map.into_iter().eq(model));
        }
    }
}
