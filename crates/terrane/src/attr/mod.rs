//! How Rust types stand for attributes: the field's type is the schema.
//!
//! [`Attr`] says what an attribute's value can be, [`Field`] what a struct's field can be: an [`Attr`], or one inside an
//! [`Option`], a [`Computed`] or a [`Value`], which say who sets it and which states it has. [`Element`] is what a
//! collection can hold, [`BlockField`] what a nested block can be.

mod block;
mod collection;
mod computed;
mod counter;
mod decode;
mod dynamic;
mod fields;
mod flatten;
mod foreign;
mod gate;
#[doc(hidden)]
pub mod generated;
mod inside;
mod role;
mod scalar;
mod sensitive;
mod set;
mod transparent;
mod tuple;
mod write_only;

use std::fmt::Debug;

use terrane_value::{Data, Value};

pub use self::block::BlockField;
pub use self::collection::{Aligned, Element, Nestable, Plain};
pub use self::computed::{Computed, Fill};
pub use self::counter::{Counter, is_counter};
pub use self::decode::DecodeError;
pub use self::dynamic::Dynamic;
pub(crate) use self::fields::encode_draft;
use self::fields::{Fields, Source, known_or_not};
pub use self::foreign::{Adapter, Foreign, Peel, Text};
pub use self::inside::Inside;
pub use self::sensitive::Sensitive;
pub use self::set::Set;
pub use self::transparent::Equal;
pub use self::tuple::Scalar;
pub use self::write_only::WriteOnly;
use crate::path::PathNode;
use crate::schema::{Equality, Member, Shape, Validator};

/// A type whose values can be an attribute's: a scalar, a collection, or a model that derives `Schema`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the value of an attribute",
    label = "not an attribute's type",
    note = "an attribute is a String, bool, number, `Dynamic`, a tuple, Vec, Set or BTreeMap<String, _> of those, or a struct with `#[derive(Schema)]`",
    note = "wrappers nest in one order: `Option<..>`, `Computed<..>` or `Value<..>` outside, `Sensitive<..>` inside"
)]
pub trait Attr: Sized + Send + Sync + 'static {
    /// The same value where parts of it may still be null or unknown.
    type Draft: Clone + Debug + Send + Sync + 'static;

    /// Handles of the paths below a value of this type, for [`path!`](crate::path!).
    type Paths: PathNode;

    /// What a validator sees: the borrowed form, such as `str` for a `String`.
    type Checked: ?Sized;

    /// Whether the host hides the value.
    const SENSITIVE: bool = false;

    /// The smallest and the largest number that it can be, if it is a whole number that messages may show.
    const WHOLE: Option<(i128, i128)> = None;

    /// Whether it has attributes of its own.
    const IS_MODEL: bool = false;

    /// Whether it has elements, so that it can be empty.
    const IS_COLLECTION: bool = false;

    /// What it holds, as far as hosts have rules for it.
    const INSIDE: Inside = Inside::NOTHING;

    /// What the schema says of it.
    fn shape() -> Shape;

    /// What can stand in a field until it is decoded, if that is made of nothing and at once.
    #[must_use]
    fn blank() -> Option<Self> {
        None
    }

    /// Checks that come with the type itself, such as the names of an enum.
    fn validators() -> Vec<Validator> {
        Vec::new()
    }

    /// When two values mean the same, if being equal is not all there is to it.
    #[must_use]
    fn equality() -> Option<Equality> {
        None
    }

    /// Makes the Rust value of a known value.
    ///
    /// # Errors
    ///
    /// When the value, or a part that must be known and not null, is not what the type says; with the path to it.
    fn decode(data: &Data) -> Result<Self, DecodeError>;

    /// Makes the draft of a known value, whose parts may be null or unknown.
    ///
    /// # Errors
    ///
    /// When the value is not of the type.
    fn draft(data: &Data) -> Result<Self::Draft, DecodeError>;

    /// Makes the value of the Rust value.
    #[must_use]
    fn encode(mut self) -> Value {
        self.take_value()
    }

    /// Makes the value of the Rust value in its place, where any other may stay.
    fn take_value(&mut self) -> Value;

    /// Makes the value of a draft: what was null or unknown in it still is.
    fn encode_draft(draft: Self::Draft) -> Value;

    /// The value as a validator sees it.
    fn checked(&self) -> &Self::Checked;

    /// Finds a null inside a known value where the type has none, such as a null element of a `Vec<String>`.
    ///
    /// What is inside a model is found along its schema, so only collections of plain values have something to say.
    #[must_use]
    fn find_null(data: &Data) -> Option<DecodeError> {
        let _ = data;
        None
    }

    /// Fills a field of a draft, or takes its value.
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

/// Who sets an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// The configuration must.
    Required,
    /// The configuration may.
    Optional,
    /// The provider does.
    Computed,
}

/// A type that a field of a model can have.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field of a model",
    label = "not a field's type",
    note = "a field is `T` (required), `Option<T>`, `Computed<T>`, `Computed<Option<T>>`, `WriteOnly<T>` or `Value<T>`, with `Sensitive<..>` inside where the value is a secret",
    note = "`T` is a String, bool, number, `Dynamic`, a Vec, Set or BTreeMap<String, _> of those, or a struct or enum with `#[derive(Schema)]`"
)]
pub trait Field: Sized + Send + Sync + 'static {
    /// What the attribute holds.
    type Attr: Attr;

    /// Who sets it.
    const PRESENCE: Presence;

    /// Whether it may be null once everything is known.
    const NULLABLE: bool;

    /// Whether the value is in the configuration only.
    const WRITE_ONLY: bool = false;

    /// The attribute of the schema that the field stands for.
    #[must_use]
    fn member(name: &'static str) -> Member {
        Member::of::<Self>(name)
    }

    /// Makes the field of a value.
    ///
    /// # Errors
    ///
    /// When the value is not what the type says, or is null or unknown and may not be; with the path to it.
    fn decode(value: &Value) -> Result<Self, DecodeError>;

    /// Makes the value of the field.
    #[must_use]
    fn encode(mut self) -> Value {
        self.take_value()
    }

    /// Makes the value of the field in its place, where any other may stay.
    fn take_value(&mut self) -> Value;

    /// What can stand in the field until it is decoded, if that is made of nothing and at once.
    #[must_use]
    fn blank() -> Option<Self>;

    /// Makes what stands in the field first.
    #[doc(hidden)]
    #[inline(always)]
    fn first(source: Source<'_>, at: usize) -> Result<Self, DecodeError> {
        source.first(at, Self::blank(), Self::decode)
    }

    /// Fills the field, or takes its value.
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
        T::decode(decode::known(value)?)
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
