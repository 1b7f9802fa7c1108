//! Sets.

use std::borrow::Borrow;
use std::collections::HashSet;
use std::hash::Hash;

use serde::{Deserialize, Serialize};
use terrane_protocol::schema::Nesting;
use terrane_value::{Data, Value};

use super::collection::{Draft, collection, null_in};
use super::element::{Aligned, Element, Nestable, Plain};
use super::{Attr, DecodeError, TypeFacts, encode_draft};
use crate::model::Model;
use crate::path::SetPath;
use crate::schema::{Equality, Shape, Validator};

/// A set of the type system: unique elements without an order.
///
/// It preserves the order of insertion and requires nothing of `T`. Duplicates are removed when it is encoded, because the type system
/// can compare and hash every element.
///
/// # Examples
///
/// ```
/// use terrane::Set;
///
/// let tags: Set<String> = ["a", "b"].map(String::from).into_iter().collect();
/// assert_eq!(tags.iter().map(String::as_str).collect::<Vec<_>>(), ["a", "b"]);
/// ```
///
/// With `serde`, a set is a list:
///
/// ```
/// let tags: terrane::Set<String> = serde_json::from_str(r#"["a","b"]"#)?;
/// assert_eq!(serde_json::to_string(&tags)?, r#"["a","b"]"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Set<T>(Vec<T>);

impl<T> Set<T> {
    /// Creates an empty set.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds an element.
    pub fn insert(&mut self, element: T) {
        self.0.push(element);
    }

    /// Iterates over the elements.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// Returns whether the set has an equal element. It compares the elements one by one.
    ///
    /// # Examples
    ///
    /// ```
    /// use terrane::Set;
    ///
    /// let tags: Set<String> = Set::from(vec!["a".to_owned()]);
    /// assert!(tags.contains("a") && !tags.contains("b"));
    /// ```
    #[must_use]
    pub fn contains<Q: ?Sized + PartialEq>(&self, element: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.0.iter().any(|it| it.borrow() == element)
    }

    /// Iterates over the elements that the other set does not have, in the order of this set.
    ///
    /// # Examples
    ///
    /// An update adds the new tags and removes the old ones:
    ///
    /// ```
    /// use terrane::Set;
    ///
    /// let (prior, plan) = (Set::from(vec!["a", "b"]), Set::from(vec!["b", "c"]));
    /// assert_eq!(plan.difference(&prior).collect::<Vec<_>>(), [&"c"]);
    /// assert_eq!(prior.difference(&plan).collect::<Vec<_>>(), [&"a"]);
    /// ```
    pub fn difference<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = &'a T>
    where
        T: Eq + Hash,
    {
        let other: HashSet<&T> = other.iter().collect();
        self.iter().filter(move |element| !other.contains(element))
    }

    /// Returns the number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T> Default for Set<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> FromIterator<T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        Self(elements.into_iter().collect())
    }
}

impl<T> Extend<T> for Set<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, elements: I) {
        self.0.extend(elements);
    }
}

impl<T> From<Vec<T>> for Set<T> {
    fn from(elements: Vec<T>) -> Self {
        Self(elements)
    }
}

impl<T> IntoIterator for Set<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a Set<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: Element> Nestable for Set<T> where T::Attr: Plain {}
impl<T: Element> Plain for Set<T> where T::Attr: Plain {}

impl<T: Element> Attr for Set<T> {
    type Draft = Set<Value<Draft<T>>>;
    type Paths = SetPath<<T::Attr as Attr>::Paths>;
    type Checked = Self;
    const FACTS: TypeFacts = <T::Attr as Attr>::FACTS.in_set(<T::Attr as Attr>::IS_MODEL);
    collection!(T, Set);

    /// The path of an error ends at the set, because elements of a set have no address.
    fn decode(data: &Data) -> Result<Self, DecodeError> {
        elements(data)?
            .map(|element| T::decode(element).map_err(DecodeError::in_element))
            .collect()
    }

    fn draft(data: &Data) -> Result<Self::Draft, DecodeError> {
        let draft = <T::Attr as Attr>::draft;
        elements(data)?
            .map(|element| {
                element
                    .as_ref()
                    .try_map(draft)
                    .map_err(DecodeError::in_element)
            })
            .collect()
    }

    fn take_value(&mut self) -> Value {
        Value::Known(Data::Set(
            self.0.iter_mut().map(Element::take_value).collect(),
        ))
    }

    fn encode_draft(draft: Self::Draft) -> Value {
        let elements = draft.into_iter().map(encode_draft::<T::Attr>);
        Value::Known(Data::Set(elements.collect()))
    }

    /// The path ends at the set, like that of an error.
    fn find_null(data: &Data) -> Option<DecodeError> {
        let Data::Set(elements) = data else {
            return None;
        };
        let found = elements.iter().find_map(null_in::<T>);
        found.map(DecodeError::in_element)
    }
}

fn elements(data: &Data) -> Result<impl Iterator<Item = &Value>, DecodeError> {
    match data {
        Data::Set(set) => Ok(set.iter()),
        other => Err(DecodeError::mismatch("a set", other)),
    }
}

impl<T: Element<Attr: Model>> Aligned for Set<T> {
    type Paths = <T::Attr as Attr>::Paths;
}
