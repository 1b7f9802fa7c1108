//! Values that may be unknown in part.

use std::fmt;

use terrane_value::{Data, Value};

use super::{Attr, DecodeError, TypeFacts};
use crate::model::Draft;
use crate::schema::{Equality, Shape, Validator};

/// A parameter or result of a function, parts of which may be unknown or null: the [`Draft`] of `T`.
///
/// | `T` | contents |
/// |---|---|
/// | `Vec<String>`, `Set<String>`, `BTreeMap<String, String>` | `Vec<Value<String>>`, `Set<Value<String>>`, `BTreeMap<String, Value<String>>` |
/// | `(String, i64)` | `(Value<String>, Value<i64>)` |
/// | a struct `Pet` with `#[derive(Model)]` | `PetDraft`, whose fields are `Value`s |
/// | [`Dynamic`](super::Dynamic) | `Dynamic`, whose [value](super::Dynamic::value) may have unknown parts |
///
/// The value itself is known. `Option<Partial<T>>` accepts null as well, and `Value<Partial<T>>` also a value that is unknown as a whole. Attributes have
/// no use for it: plans and validations see drafts.
///
/// # Examples
///
/// ```
/// use terrane::prelude::*;
///
/// /// Returns whether there is a dog.
/// #[function]
/// fn has_dog(
///     /// The animals, which need not be known yet.
///     animals: Partial<Vec<String>>,
/// ) -> Value<bool> {
///     let mut animals = animals.0.into_iter();
///     let is_dog = |animal: &Value<String>| animal.known().is_some_and(|name| name == "dog");
///     match animals.clone().any(|animal| is_dog(&animal)) {
///         true => Value::Known(true),
///         false if animals.any(|animal| animal.is_unknown()) => Value::unknown(),
///         false => Value::Known(false),
///     }
/// }
///
/// let animals = vec![Value::unknown(), Value::Known("dog".to_owned())];
/// assert_eq!(has_dog(Partial(animals)), Value::Known(true));
/// ```
pub struct Partial<T: Attr>(pub Draft<T>);

impl<T: Attr> Clone for Partial<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: Attr> fmt::Debug for Partial<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: Attr> Attr for Partial<T> {
    type Draft = T::Draft;
    type Paths = T::Paths;
    type Checked = T::Draft;
    const SENSITIVE: bool = T::SENSITIVE;
    const IS_COLLECTION: bool = T::IS_COLLECTION;
    const FACTS: TypeFacts = T::FACTS.with_unknown_parts();

    fn shape() -> Shape {
        T::shape()
    }

    fn validators() -> Vec<Validator> {
        T::validators()
    }

    fn equality() -> Option<Equality> {
        T::equality()
    }

    fn decode(data: &Data) -> Result<Self, DecodeError> {
        T::draft(data).map(Self)
    }

    fn draft(data: &Data) -> Result<Self::Draft, DecodeError> {
        T::draft(data)
    }

    fn encode(self) -> Value {
        T::encode_draft(self.0)
    }

    fn take_value(&mut self) -> Value {
        T::encode_draft(self.0.clone())
    }

    fn encode_draft(draft: Self::Draft) -> Value {
        T::encode_draft(draft)
    }

    fn checked(&self) -> &Self::Checked {
        &self.0
    }

    fn find_null(data: &Data) -> Option<DecodeError> {
        T::find_null(data)
    }
}
