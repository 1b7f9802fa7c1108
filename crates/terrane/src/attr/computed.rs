//! Attributes that the provider fills.

use std::fmt;

use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use terrane_value::{Unknown, Value};

use super::{Attr, DecodeError, Field, Presence};
use crate::error::Result;
use crate::messages;

/// An attribute that the provider fills. It is unknown until a call fills it.
///
/// `Computed<T>` always gets a value. `Computed<Option<T>>` may become null.
///
/// # Examples
///
/// ```
/// use terrane::Computed;
///
/// let mut id: Computed<String> = Computed::unknown();
/// assert_eq!(id.known(), None);
/// id.fill("pet-1".to_owned());
/// assert_eq!(id.known().map(String::as_str), Some("pet-1"));
/// ```
///
/// A model can be the answer of an API, too. A member that is missing in the answer needs `#[serde(default)]`, and is unknown then. An unknown attribute
/// cannot be serialized: leave it out of requests.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use terrane::Computed;
///
/// #[derive(Serialize, Deserialize)]
/// struct Pet {
///     name: String,
///     #[serde(skip_serializing)]
///     id: Computed<String>,
/// }
///
/// let pet: Pet = serde_json::from_str(r#"{ "name": "Tom", "id": "pet-1" }"#)?;
/// assert_eq!(pet.id.known().map(String::as_str), Some("pet-1"));
/// assert_eq!(serde_json::to_string(&pet)?, r#"{"name":"Tom"}"#);
/// assert!(serde_json::to_string(&Computed::<String>::unknown()).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Computed<T>(State<T>);

#[derive(Clone, PartialEq, Eq)]
enum State<T> {
    Unknown(Unknown),
    Known(T),
}

impl<T> Computed<T> {
    /// Creates an unknown attribute.
    #[must_use]
    pub fn unknown() -> Self {
        Self(State::Unknown(Unknown::default()))
    }

    /// Returns the value if it is known.
    #[must_use]
    pub fn known(&self) -> Option<&T> {
        match &self.0 {
            State::Known(value) => Some(value),
            State::Unknown(_) => None,
        }
    }

    /// Returns the value if it is known, to change it, for example to fill computed fields in it.
    #[must_use]
    pub fn known_mut(&mut self) -> Option<&mut T> {
        match &mut self.0 {
            State::Known(value) => Some(value),
            State::Unknown(_) => None,
        }
    }

    /// Takes the value if it is known.
    #[must_use]
    pub fn into_known(self) -> Option<T> {
        match self.0 {
            State::Known(value) => Some(value),
            State::Unknown(_) => None,
        }
    }

    /// Returns the value, which must be known.
    ///
    /// # Errors
    ///
    /// Fails if the value is unknown: a bug in the provider, which reads it before it is filled, or does not expect an incomplete state.
    pub fn require(&self) -> Result<&T> {
        self.known()
            .ok_or_else(|| messages::computed_not_known(std::any::type_name::<T>()))
    }

    /// Creates an unknown attribute with refinements.
    pub(super) fn of_unknown(unknown: Unknown) -> Self {
        Self(State::Unknown(unknown))
    }

    /// Encodes the attribute. A known value is encoded by `take_value`.
    pub(super) fn value_with(&mut self, take_value: impl FnOnce(&mut T) -> Value) -> Value {
        match &mut self.0 {
            State::Unknown(unknown) => Value::Unknown(std::mem::take(unknown)),
            State::Known(value) => take_value(value),
        }
    }

    pub(super) fn map<U>(self, change: impl FnOnce(T) -> U) -> Computed<U> {
        Computed(match self.0 {
            State::Unknown(unknown) => State::Unknown(unknown),
            State::Known(value) => State::Known(change(value)),
        })
    }

    /// Fills the attribute unless it is known, because configured and kept values stay unchanged.
    pub fn fill(&mut self, value: T) {
        if let State::Unknown(_) = self.0 {
            self.0 = State::Known(value);
        }
    }
}

impl<T> From<T> for Computed<T> {
    fn from(value: T) -> Self {
        Self(State::Known(value))
    }
}

impl<T> Default for Computed<T> {
    /// An unknown attribute.
    fn default() -> Self {
        Self::unknown()
    }
}

impl<T: Serialize> Serialize for Computed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            State::Known(value) => value.serialize(serializer),
            State::Unknown(_) => Err(S::Error::custom("a computed value is unknown")),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Computed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(Self::from)
    }
}

impl<T: fmt::Debug> fmt::Debug for Computed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            State::Known(value) => value.fmt(f),
            State::Unknown(_) => f.write_str("(known after apply)"),
        }
    }
}

impl<T: Attr> Field for Computed<T> {
    type Attr = T;
    const PRESENCE: Presence = Presence::Computed;
    const NULLABLE: bool = false;

    fn decode(value: &Value) -> Result<Self, DecodeError> {
        match value {
            Value::Unknown(unknown) => Ok(Self::of_unknown(unknown.clone())),
            value => <T as Field>::decode(value).map(Self::from),
        }
    }

    fn take_value(&mut self) -> Value {
        self.value_with(Attr::take_value)
    }

    #[inline]
    fn blank() -> Option<Self> {
        Some(Self::unknown())
    }
}

impl<T: Attr> Field for Computed<Option<T>> {
    type Attr = T;
    const PRESENCE: Presence = Presence::Computed;
    const NULLABLE: bool = true;

    fn decode(value: &Value) -> Result<Self, DecodeError> {
        match value {
            Value::Unknown(unknown) => Ok(Self::of_unknown(unknown.clone())),
            value => <Option<T> as Field>::decode(value).map(Self::from),
        }
    }

    fn take_value(&mut self) -> Value {
        self.value_with(Field::take_value)
    }

    #[inline]
    fn blank() -> Option<Self> {
        Some(Self::unknown())
    }
}

/// A field that the derived `PetComputed` struct fills.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not computed",
    label = "not a `Computed<..>`",
    note = "write `Computed<{Self}>`, or remove `#[tf(computed)]`"
)]
pub trait Fill: Field {
    /// The type of the value that fills it.
    type Filled;

    /// Fills the field unless it is known.
    fn fill(&mut self, value: Self::Filled);

    /// Fills the field of a draft unless it is known.
    fn fill_draft(draft: &mut Value<<Self::Attr as Attr>::Draft>, value: Self::Filled);
}

impl<T> Fill for Computed<T>
where
    Computed<T>: Field,
{
    type Filled = T;

    #[inline(never)]
    fn fill(&mut self, value: T) {
        Computed::fill(self, value);
    }

    fn fill_draft(draft: &mut Value<<Self::Attr as Attr>::Draft>, value: T) {
        fill_draft::<Self::Attr>(draft, || Field::encode(Self::from(value)));
    }
}

/// Fills the field of a draft unless it is known.
pub fn fill_draft<A: Attr>(draft: &mut Value<A::Draft>, value: impl FnOnce() -> Value) {
    if draft.is_known() {
        return;
    }
    let filled = value().as_ref().try_map(A::draft);
    // A type decodes what it encodes, unless an author's own type has an error.
    *draft = filled.unwrap_or_else(|error| Value::Unknown(Unknown::failed(error.to_string())));
}
