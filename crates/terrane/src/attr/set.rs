//! Sets of attributes' values.

use terrane_protocol::schema::Nesting;
use terrane_value::{Data, Value};

use super::collection::{Draft, Element, Nestable, Plain, null_in, shape, validators};
use super::fields::encode_draft;
use super::{Attr, DecodeError, Inside};
use crate::path::SetPath;
use crate::schema::{Equality, Shape, Validator};

/// A set as the type system has it: elements without duplicates and without an order that means anything.
///
/// It keeps the order in which it was filled and asks nothing of `T`: duplicates go when it becomes a value of the type system, which
/// knows how to compare and hash every element.
///
/// # Examples
///
/// ```
/// use terrane::Set;
///
/// let tags: Set<String> = ["a", "b"].map(String::from).into_iter().collect();
/// assert_eq!(tags.iter().map(String::as_str).collect::<Vec<_>>(), ["a", "b"]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Set<T>(Vec<T>);

impl<T> Set<T> {
    /// Makes an empty set.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds an element.
    pub fn insert(&mut self, element: T) {
        self.0.push(element);
    }

    /// Goes through the elements.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// The number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no element.
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
    type Paths = SetPath;
    type Checked = Self;
    const SENSITIVE: bool = <T::Attr as Attr>::SENSITIVE;
    const IS_COLLECTION: bool = true;
    const INSIDE: Inside = <T::Attr as Attr>::INSIDE.in_set(<T::Attr as Attr>::IS_MODEL);

    fn shape() -> Shape {
        shape::<T>(Nesting::Set)
    }

    #[inline]
    fn blank() -> Option<Self> {
        Some(Self::new())
    }

    fn validators() -> Vec<Validator> {
        validators::<T>()
    }

    fn equality() -> Option<Equality> {
        <T::Attr as Attr>::equality().map(Equality::of_elements)
    }

    /// An error's path stops at the set: its elements have no address.
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

    fn checked(&self) -> &Self::Checked {
        self
    }

    /// Like an error's, the path stops at the set.
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
