use std::fmt;
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::LazyLock;

use foldhash::quality::RandomState;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::value::Value;

/// The elements of a set, in the order of their insertion. Equal elements are stored once if they are wholly known.
///
/// Elements that are not wholly known may become different values. So the set keeps several equal ones, as in Terraform.
/// Equality and hash ignore the order. Building and comparing sets take time in proportion to the number of elements.
///
/// ```
/// # use terrane_value::{Set, Value};
/// let set: Set = [1, 2, 1].map(Value::from).into_iter().collect();
/// assert_eq!(set, [2, 1].map(Value::from).into_iter().collect());
/// assert!(set.contains(&2.into()));
/// ```
#[derive(Clone, Default)]
pub struct Set(Box<Elements>);

#[derive(Clone, Default)]
struct Elements {
    values: Vec<Value>,
    table: HashTable<Slot>,
    hash: u64,
}

/// A table entry for all equal elements: the position of the first one and their number.
#[derive(Clone)]
struct Slot {
    hash: u64,
    first: usize,
    count: usize,
}

/// The hasher that all sets of a process share, so that hashes of sets can be compared. It is random, so no input can be crafted to collide.
static HASHER: LazyLock<RandomState> = LazyLock::new(RandomState::default);

/// How many bytes a set takes in addition to its elements: the contents of its box, and the smallest table.
pub(crate) const SET_BYTES: usize = size_of::<Elements>() + 128;

/// The largest number of bytes that an element of a set takes while the set is decoded. The element takes memory in the list from which the set may
/// be built, in the set, and in the table, of which up to nine sixteenths are empty.
pub(crate) const SET_ELEMENT_BYTES: usize =
    2 * size_of::<Value>() + (size_of::<Slot>() + 1) * 16 / 7 + 1;

impl Set {
    /// Creates an empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates an empty set with capacity for `elements` elements.
    pub fn with_capacity(elements: usize) -> Self {
        let mut set = Self::new();
        set.reserve(elements);
        set
    }

    fn reserve(&mut self, elements: usize) {
        let Elements { values, table, .. } = &mut *self.0;
        values.reserve(elements);
        table.reserve(elements, |slot| slot.hash);
    }

    /// Adds an element. Returns whether the set has grown.
    pub fn insert(&mut self, value: impl Into<Value>) -> bool {
        let value = value.into();
        let Elements {
            values,
            table,
            hash: sum,
        } = &mut *self.0;
        let hash = HASHER.hash_one(&value);
        match table.entry(
            hash,
            |slot| slot.hash == hash && values[slot.first] == value,
            |slot| slot.hash,
        ) {
            Entry::Occupied(_) if value.is_wholly_known() => return false,
            Entry::Occupied(mut slot) => slot.get_mut().count += 1,
            Entry::Vacant(place) => {
                place.insert(Slot {
                    hash,
                    first: values.len(),
                    count: 1,
                });
            }
        }
        *sum = sum.wrapping_add(hash);
        values.push(value);
        true
    }

    /// Returns whether the set contains an element that equals this value.
    pub fn contains(&self, value: &Value) -> bool {
        self.slot(HASHER.hash_one(value), value).is_some()
    }

    /// Returns the element that equals this value.
    pub fn get(&self, value: &Value) -> Option<&Value> {
        self.slot(HASHER.hash_one(value), value)
            .map(|slot| &self.0.values[slot.first])
    }

    /// Iterates over the elements in the order of their insertion.
    pub fn iter(&self) -> std::slice::Iter<'_, Value> {
        self.0.values.iter()
    }

    /// Counts the elements.
    pub fn len(&self) -> usize {
        self.0.values.len()
    }

    /// Returns whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.0.values.is_empty()
    }

    fn slot(&self, hash: u64, value: &Value) -> Option<&Slot> {
        self.0.table.find(hash, |slot| {
            slot.hash == hash && self.0.values[slot.first] == *value
        })
    }
}

/// Equal sets mostly have the same order, because hosts return sets in the order in which they were sent. Then the elements are compared one by one.
impl PartialEq for Set {
    fn eq(&self, other: &Self) -> bool {
        let same_elements = || {
            self.0.table.iter().all(|mine| {
                let theirs = other.slot(mine.hash, &self.0.values[mine.first]);
                theirs.is_some_and(|theirs| theirs.count == mine.count)
            })
        };
        self.len() == other.len()
            && self.0.hash == other.0.hash
            && (self.0.values == other.0.values || same_elements())
    }
}

impl Eq for Set {}

impl Hash for Set {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.len());
        state.write_u64(self.0.hash);
    }
}

impl fmt::Debug for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}

impl<V: Into<Value>> FromIterator<V> for Set {
    fn from_iter<I: IntoIterator<Item = V>>(values: I) -> Self {
        let mut set = Self::new();
        set.extend(values);
        set
    }
}

impl<V: Into<Value>> Extend<V> for Set {
    fn extend<I: IntoIterator<Item = V>>(&mut self, values: I) {
        let values = values.into_iter();
        self.reserve(values.size_hint().0);
        for value in values {
            self.insert(value);
        }
    }
}

impl IntoIterator for Set {
    type Item = Value;
    type IntoIter = std::vec::IntoIter<Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.values.into_iter()
    }
}

impl<'a> IntoIterator for &'a Set {
    type Item = &'a Value;
    type IntoIter = std::slice::Iter<'a, Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(values: impl IntoIterator<Item = Value>) -> Set {
        values.into_iter().collect()
    }

    #[test]
    fn keeps_the_first_of_equal_elements() {
        let elements = set(["b", "a", "b"].map(Value::from));
        assert_eq!(
            elements
                .iter()
                .filter_map(Value::as_str)
                .collect::<Vec<_>>(),
            ["b", "a"]
        );
    }

    #[test]
    fn keeps_every_element_that_may_yet_differ() {
        let twice = set([Value::unknown(), Value::unknown()]);
        assert_eq!(twice.len(), 2);
        assert_eq!(twice, set([Value::unknown(), Value::unknown()]));
        assert_ne!(twice, set([Value::unknown()]));
        let with_known = set([Value::unknown(), Value::unknown(), 1.into(), 1.into()]);
        assert_eq!(with_known.len(), 3);
        assert_ne!(with_known, set([Value::unknown(), 1.into(), 2.into()]));
        assert_eq!(
            with_known,
            set([1.into(), Value::unknown(), Value::unknown()])
        );
    }

    #[test]
    fn nested_sets_compare_without_order() {
        let one = set([set([1.into(), 2.into()]).into(), set([3.into()]).into()]);
        let other = set([set([3.into()]).into(), set([2.into(), 1.into()]).into()]);
        assert_eq!(one, other);
        assert!(one.contains(&set([2.into(), 1.into()]).into()));
        assert!(!one.contains(&set([2.into()]).into()));
    }

    #[test]
    fn many_unknown_elements_stay_cheap() {
        let many = set((0..200_000).map(|_| Value::unknown()));
        assert_eq!(many.len(), 200_000);
        assert_eq!(many, many.clone());
    }
}
