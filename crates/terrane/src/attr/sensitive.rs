//! Secrets.

use std::fmt;

use terrane_value::{Data, Value};

use super::element::{Nestable, Plain};
use super::{Attr, DecodeError, TypeFacts};
use crate::schema::{Equality, Shape, Validator};
use crate::validate::hidden;

/// A secret: the host hides it, and code cannot log it by accident.
///
/// It has no `Display` and no `Serialize`, and its `Debug` hides the value. Only [`expose`](Self::expose) returns
/// the value, which a review can search for.
///
/// # Examples
///
/// ```
/// use terrane::Sensitive;
///
/// let token = Sensitive::new("s3cret".to_owned());
/// assert_eq!(format!("{token:?}"), "Sensitive(..)");
/// assert_eq!(token.expose(), "s3cret");
/// ```
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Sensitive<T>(T);

impl<T> Sensitive<T> {
    /// Hides a value.
    pub const fn new(value: T) -> Self {
        Self(value)
    }

    /// Returns the value.
    pub const fn expose(&self) -> &T {
        &self.0
    }

    pub(super) fn inner_mut(&mut self) -> &mut T {
        &mut self.0
    }

    /// Unwraps the value.
    pub fn into_exposed(self) -> T {
        self.0
    }
}

impl<T> From<T> for Sensitive<T> {
    fn from(value: T) -> Self {
        Self(value)
    }
}

impl<T> fmt::Debug for Sensitive<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sensitive(..)")
    }
}

impl<T: Attr> Attr for Sensitive<T> {
    type Draft = Sensitive<T::Draft>;
    type Paths = T::Paths;
    type Checked = T::Checked;
    const SENSITIVE: bool = true;
    const IS_COLLECTION: bool = T::IS_COLLECTION;
    const FACTS: TypeFacts = T::FACTS;

    fn shape() -> Shape {
        T::shape()
    }

    #[inline]
    fn blank() -> Option<Self> {
        T::blank().map(Self)
    }

    fn validators() -> Vec<Validator> {
        T::validators().into_iter().map(hidden).collect()
    }

    fn equality() -> Option<Equality> {
        T::equality()
    }

    fn decode(data: &Data) -> Result<Self, DecodeError> {
        T::decode(data).map(Self).map_err(DecodeError::hide_value)
    }

    fn draft(data: &Data) -> Result<Self::Draft, DecodeError> {
        T::draft(data)
            .map(Sensitive)
            .map_err(DecodeError::hide_value)
    }

    fn take_value(&mut self) -> Value {
        self.0.take_value()
    }

    fn encode_draft(draft: Self::Draft) -> Value {
        T::encode_draft(draft.0)
    }

    fn checked(&self) -> &Self::Checked {
        self.0.checked()
    }

    fn find_null(data: &Data) -> Option<DecodeError> {
        T::find_null(data)
    }
}

impl<T: Nestable> Nestable for Sensitive<T> {}
impl<T: Plain> Plain for Sensitive<T> {}
