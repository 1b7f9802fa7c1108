//! The Rust types of attributes: the type of a field decides the schema.
//!
//! The [guide](crate::guide::attributes) shows which field makes which attribute.
//!
//! | for | items |
//! |---|---|
//! | authors | [`Computed`], [`Sensitive`], [`WriteOnly`], [`Set`], [`Dynamic`], [`Partial`] |
//! | types of your own | [`Equal`]; [`Attr`], [`Plain`] and [`Scalar`], the types of values; [`Field`], the type of a struct's field, which is an [`Attr`] alone or in an [`Option`], a [`Computed`] or a [`Value`]; [`Text`], [`DecodeError`] |
//! | the derive | [`Element`], [`Nestable`] and [`Aligned`], the elements of collections; [`ObjectField`], the fields of objects; [`BlockField`]; [`Adapter`], [`Foreign`], [`Peel`]; [`Counter`], [`Fill`], [`TypeFacts`]; [`member`], [`equality_of`] |

mod block;
mod collection;
pub(crate) mod computed;
mod counter;
mod dynamic;
mod element;
mod facts;
pub(crate) mod fields;
pub(crate) mod flatten;
mod foreign;
pub(crate) mod gate;
pub(crate) mod layout;
mod partial;
pub(crate) mod role;
mod scalar;
mod sensitive;
mod set;
mod taken;
mod transparent;
mod tuple;
pub(crate) mod visit;
mod write_only;

use std::fmt::Debug;

use terrane_value::{Data, Text as Name, Value};

pub use self::block::BlockField;
pub use self::computed::{Computed, Fill};
pub use self::counter::{Counter, is_counter};
pub use self::dynamic::Dynamic;
pub use self::element::{Aligned, Element, Nestable, ObjectField, Plain, Scalar};
pub use self::facts::TypeFacts;
use self::fields::{Fields, Source};
pub use self::foreign::{Adapter, Foreign, Peel, Text};
pub use self::partial::Partial;
pub use self::sensitive::Sensitive;
pub use self::set::Set;
pub use self::transparent::{Equal, equality_of};
pub use self::write_only::WriteOnly;
pub use terrane_framework::DecodeError;

use crate::path::PathNode;
pub use crate::schema::Presence;
use crate::schema::{Equality, Member, MemberType, Shape, Validator};

/// A type of attribute values: a scalar, a collection, a model, or a type with `#[derive(Attr)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the value of an attribute",
    label = "not an attribute's type",
    note = "an attribute is a String, bool, number, `Dynamic`, a tuple, Vec, Set or BTreeMap<String, _> of those, or a type with `#[derive(Model)]` or `#[derive(Attr)]`",
    note = "wrappers nest in a fixed order: `Option<..>`, `Computed<..>` or `Value<..>` outside, `Sensitive<..>` inside"
)]
pub trait Attr: Sized + Send + Sync + 'static {
    /// The draft of this type, parts of which may be null or unknown.
    type Draft: Clone + Debug + Send + Sync + 'static;

    /// Handles of the paths below a value of this type, for [`path!`](crate::path!).
    type Paths: PathNode;

    /// The borrowed form for validators, such as `str` for a `String`.
    type Checked: ?Sized;

    /// Whether the host hides the value.
    const SENSITIVE: bool = false;

    /// The minimum and maximum of a whole number that messages may show.
    const WHOLE: Option<(i128, i128)> = None;

    /// Whether it is a model.
    const IS_MODEL: bool = false;

    /// Whether it is a collection, which can be empty.
    const IS_COLLECTION: bool = false;

    /// Facts about its contents, for which hosts have rules.
    const FACTS: TypeFacts = TypeFacts::NONE;

    /// Returns its shape in the schema.
    fn shape() -> Shape;

    /// Returns a cheap placeholder for a field until it is decoded, if the type has one.
    #[must_use]
    fn blank() -> Option<Self> {
        None
    }

    /// Returns the validators of the type itself, such as the names of an enum.
    fn validators() -> Vec<Validator> {
        Vec::new()
    }

    /// Returns the equality of the type, if it defines one.
    #[must_use]
    fn equality() -> Option<Equality> {
        None
    }

    /// Decodes a known value.
    ///
    /// # Errors
    ///
    /// Fails if the value has another type, or if a required part is null or unknown. The error has the path.
    fn decode(data: &Data) -> Result<Self, DecodeError>;

    /// Decodes the draft of a known value, whose parts may be null or unknown.
    ///
    /// # Errors
    ///
    /// Fails if the value has another type.
    fn draft(data: &Data) -> Result<Self::Draft, DecodeError>;

    /// Encodes the value.
    #[must_use]
    fn encode(mut self) -> Value {
        self.take_value()
    }

    /// Encodes the value, and leaves any value in its place.
    fn take_value(&mut self) -> Value;

    /// Encodes a draft, with its null and unknown parts.
    fn encode_draft(draft: Self::Draft) -> Value;

    /// Returns the borrowed form for validators.
    fn checked(&self) -> &Self::Checked;

    /// Finds a null in a known value that the type does not allow, such as a null element of a `Vec<String>`.
    ///
    /// Nulls in models are found by their schema, so only collections of plain values implement this.
    #[must_use]
    fn find_null(data: &Data) -> Option<DecodeError> {
        let _ = data;
        None
    }

    /// Decodes or encodes a field of a draft, by the direction of the visit.
    #[doc(hidden)]
    #[inline(never)]
    fn visit_draft(draft: &mut Value<Self::Draft>, fields: &mut Fields<'_>) {
        fields.visit(
            draft,
            true,
            |value| value.as_ref().try_map(Self::draft),
            |draft| encode_draft::<Self>(std::mem::take(draft)),
        );
    }
}

/// Creates the attribute of a field of type `F`.
pub fn member<F: Field>(name: impl Into<Name>) -> Member {
    Member::of_type(
        name,
        MemberType {
            shape: F::Attr::shape(),
            presence: F::PRESENCE,
            nullable: F::NULLABLE,
            accepts_unknown: F::ACCEPTS_UNKNOWN,
            sensitive: F::Attr::SENSITIVE,
            write_only: F::WRITE_ONLY,
            whole: F::Attr::WHOLE,
            validators: F::Attr::validators(),
            equality: F::Attr::equality(),
            find_null: F::Attr::find_null,
        },
    )
}

/// A type of fields of models.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field of a model",
    label = "not a field's type",
    note = "a field is `T` (required), `Option<T>`, `Computed<T>`, `Computed<Option<T>>`, `WriteOnly<T>` or `Value<T>`, with `Sensitive<..>` inside if the value is a secret",
    note = "`T` is a String, bool, number, `Dynamic`, a Vec, Set or BTreeMap<String, _> of those, or a type with `#[derive(Model)]` or `#[derive(Attr)]`"
)]
pub trait Field: Sized + Send + Sync + 'static {
    /// The type of the attribute.
    type Attr: Attr;

    /// Whether the configuration or the provider sets the field.
    const PRESENCE: Presence;

    /// Whether its known value may be null.
    const NULLABLE: bool;

    /// Whether its value may be unknown where other fields are known, as in the settings of a provider.
    const ACCEPTS_UNKNOWN: bool = false;

    /// Whether the value is write-only.
    const WRITE_ONLY: bool = false;

    /// Returns the attribute of the schema.
    #[must_use]
    fn member(name: &'static str) -> Member {
        member::<Self>(name)
    }

    /// Decodes the field from a value.
    ///
    /// # Errors
    ///
    /// Fails if the value has another type, or is null or unknown where the type does not allow it. The error has the path.
    fn decode(value: &Value) -> Result<Self, DecodeError>;

    /// Encodes the field.
    #[must_use]
    fn encode(mut self) -> Value {
        self.take_value()
    }

    /// Encodes the field, and leaves any value in its place.
    fn take_value(&mut self) -> Value;

    /// Returns a cheap placeholder for the field until it is decoded, if the type has one.
    #[must_use]
    fn blank() -> Option<Self>;

    /// Returns the first value of the field: its placeholder or the decoded value.
    #[doc(hidden)]
    #[inline(always)]
    fn first(source: Source<'_>, at: usize) -> Result<Self, DecodeError> {
        source.first(at, Self::blank(), Self::decode)
    }

    /// Decodes or encodes the field, by the direction of the visit.
    #[doc(hidden)]
    #[inline(never)]
    fn visit(&mut self, fields: &mut Fields<'_>) {
        let is_blank = Self::blank().is_some();
        fields.visit(self, is_blank, Self::decode, Self::take_value);
    }
}

#[diagnostic::do_not_recommend]
impl<T: Attr> Field for T {
    type Attr = T;
    const PRESENCE: Presence = Presence::Required;
    const NULLABLE: bool = false;

    fn decode(value: &Value) -> Result<Self, DecodeError> {
        T::decode(known(value)?)
    }

    fn take_value(&mut self) -> Value {
        Attr::take_value(self)
    }

    #[inline]
    fn blank() -> Option<Self> {
        Attr::blank()
    }
}

impl<T: Attr> Field for Option<T> {
    type Attr = T;
    const PRESENCE: Presence = Presence::Optional;
    const NULLABLE: bool = true;

    fn decode(value: &Value) -> Result<Self, DecodeError> {
        match value {
            Value::Null => Ok(None),
            value => <T as Field>::decode(value).map(Some),
        }
    }

    fn take_value(&mut self) -> Value {
        self.as_mut().map_or(Value::Null, Attr::take_value)
    }

    #[inline]
    fn blank() -> Option<Self> {
        Some(None)
    }
}

impl<T: Attr> Field for Value<T> {
    type Attr = T;
    const PRESENCE: Presence = Presence::Optional;
    const NULLABLE: bool = true;
    const ACCEPTS_UNKNOWN: bool = true;

    fn decode(value: &Value) -> Result<Self, DecodeError> {
        value.as_ref().try_map(T::decode)
    }

    fn take_value(&mut self) -> Value {
        known_or_not(std::mem::take(self), Attr::encode)
    }

    #[inline]
    fn blank() -> Option<Self> {
        Some(Value::Null)
    }
}

/// The data of a known value.
pub(super) fn known(value: &Value) -> Result<&Data, DecodeError> {
    match value {
        Value::Known(data) => Ok(data),
        Value::Null => Err(DecodeError::null()),
        Value::Unknown(_) => Err(DecodeError::unknown()),
    }
}

/// Encodes a field or element of a draft.
#[must_use]
#[inline(never)]
pub(crate) fn encode_draft<A: Attr>(draft: Value<A::Draft>) -> Value {
    known_or_not(draft, A::encode_draft)
}

/// Encodes a value that may be null or unknown.
pub(crate) fn known_or_not<T>(value: Value<T>, encode: impl FnOnce(T) -> Value) -> Value {
    match value {
        Value::Null => Value::Null,
        Value::Unknown(unknown) => Value::Unknown(unknown),
        Value::Known(known) => encode(known),
    }
}
