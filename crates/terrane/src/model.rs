//! Models: structs that define the schema, the values and the documentation.
//!
//! | for | items |
//! |---|---|
//! | authors | [`Model`], [`Draft`], [`Key`], [`Filled`], [`ObjectModel`] |
//! | types of your own | [`KeyField`], for a type that can be a key |
//! | the derive | [`Created`], the return type of `create`; the facts [`HasWriteOnly`], [`HasSets`], [`HasComputed`] and [`SettingNames`], and the bounds [`Storable`], [`Unfilled`], [`FreeNames`] and [`Ordered`] that use them; [`NoFieldIsMarkedKey`] |

use std::fmt::Debug;

use terrane_value::{Data, Object, Value};

use crate::attr::layout::Names;
use crate::attr::{Attr, Computed, DecodeError, Field, Nestable};
pub use crate::filled::{Created, Filled};
use crate::generated::{Derived, Fields};
use crate::history::History;
pub use crate::history::ObjectModel;
use crate::schema::{Block, Nesting, Shape};

/// A struct with `#[derive(Model)]`. No other type implements it.
///
/// The derive also makes, for a model `Pet`: `PetDraft`, where every field may be null or unknown; `PetComputed`, the computed
/// fields, for `with_computed` of both; `PetKey`, the fields marked `key` or `identity`; and the paths for [`path!`](crate::path!).
///
/// # Examples
///
/// Several models can share a part of their attributes:
///
/// ```
/// # use terrane::prelude::*;
/// /// The parts of a date.
/// #[derive(Model)]
/// struct Date {
///     /// The year.
///     year: Computed<i64>,
///     /// The month.
///     month: Computed<i64>,
/// }
///
/// /// The day when a pet was born.
/// #[derive(Model)]
/// struct Birth {
///     /// Whose day it is.
///     pet: String,
///     #[tf(flatten, computed)]
///     date: Date,
/// }
///
/// assert_eq!(path!(Birth, date.year).to_string(), "year");
/// let computed = BirthComputed { date: DateComputed { year: 2020, month: 2 } };
/// let draft = BirthDraft { pet: "Tom".to_owned().into(), ..BirthDraft::default() }.with_computed(computed);
/// assert_eq!(known!(draft; pet, date.month), Some((&"Tom".to_owned(), &2)));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a model",
    label = "not a model",
    note = "add `#[derive(Model)]` to the struct; a struct with `#[derive(Attr)]` is a value, not a model"
)]
pub trait Model: Nestable + ObjectModel + Derived {
    /// The name of the type without the provider's prefix: `pet` of `zoo_pet`.
    const NAME: &'static str;

    /// The full name of the type, if it is not the provider's prefix and [`NAME`](Self::NAME): `#[tf(type_name = "http")]`.
    const TYPE_NAME: Option<&'static str> = None;

    /// The version of the identity schema. It rises when the fields of the identity change.
    const IDENTITY_VERSION: i64 = 0;

    /// The key, which identifies an object: the fields marked `key` or `identity`, or [`NoFieldIsMarkedKey`].
    type Key: Clone + Debug + Send + Sync + 'static;

    /// Whether it holds write-only values: [`HasWriteOnly`].
    type WriteOnly;

    /// Whether it holds sets: [`HasSets`].
    type Sets;

    /// Whether it holds values that the provider fills: [`HasComputed`].
    type Computed;

    /// Whether the settings of a provider can have all names of its fields: [`SettingNames`].
    type Names;

    /// The function type that takes the computed values: `fn(PetComputed)` for `Pet`, or `()`.
    ///
    /// The computed values are an argument of this type, because the compiler then reports a field with a wrong type only once.
    #[doc(hidden)]
    type Filled;

    /// The return type of `create`: the model, or [`Filled`] of the model with `#[tf(filled)]`.
    type Created: Created<Self>;

    /// The names of the attributes.
    #[doc(hidden)]
    const NAMES: Names;

    /// Returns the older versions of the identity that can still be read.
    #[must_use]
    fn identity_history() -> History<Self::Key> {
        History::default()
    }

    /// Converts the model to a draft.
    ///
    /// # Errors
    ///
    /// Fails if the draft of a type does not accept its value: a bug in that type's `Attr`.
    fn into_draft(self) -> Result<Draft<Self>, DecodeError> {
        match self.encode() {
            Value::Known(data) => Self::draft(&data),
            _ => Err(DecodeError::null()),
        }
    }

    /// Decodes a draft from an object, whose parts may be null or unknown.
    ///
    /// # Errors
    ///
    /// Fails if the object has another type.
    fn draft_object(object: &Object) -> Result<Draft<Self>, DecodeError>;

    /// The schema of a flattened model. The derive calls it through this trait, so that a type that is not a model causes one error.
    #[doc(hidden)]
    #[must_use]
    fn flattened_block() -> &'static Block {
        Self::block()
    }

    /// Decodes a flattened model.
    #[doc(hidden)]
    fn decode_flattened(object: &Object) -> Result<Self, DecodeError> {
        Self::decode_object(object)
    }

    /// Decodes or encodes the fields of a flattened model, by the direction of the visit.
    #[doc(hidden)]
    fn visit_flattened(&mut self, fields: &mut Fields<'_>) {
        fields.visit_part(self, Self::block(), Self::layout());
    }

    /// Decodes the key from a state, whose other attributes may be missing.
    ///
    /// # Errors
    ///
    /// Fails if a part of the key is null, unknown or of another type.
    fn key(state: &Object) -> Result<Self::Key, DecodeError>;

    /// Creates a state with the key alone. The default is for models without a key.
    #[must_use]
    fn keyed(key: Self::Key) -> Object {
        let _ = key;
        Object::new(Self::block().object_type())
    }
}

/// The key of a model of which no field is marked `#[tf(key)]` or `#[tf(identity)]`.
///
/// Its name is a hint in the compiler's error when code accesses a field.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NoFieldIsMarkedKey;

/// Whether a model holds write-only values, at any depth.
#[derive(Debug)]
pub enum HasWriteOnly<const HOLDS: bool> {}

/// A model without write-only values, as every kind but resources and actions requires.
///
/// For every other kind the wrapper would change nothing: hosts store its values in any case, or never.
#[diagnostic::on_unimplemented(
    message = "only resources and actions hold write-only values",
    label = "holds a `WriteOnly<..>`",
    note = "use the plain type: hosts store these values always, or never"
)]
pub trait Storable {}

impl Storable for HasWriteOnly<false> {}

/// Whether a model holds sets, at any depth.
#[derive(Debug)]
pub enum HasSets<const HOLDS: bool> {}

/// Whether a model holds values that the provider fills, at any depth.
#[derive(Debug)]
pub enum HasComputed<const HOLDS: bool> {}

/// A model without computed values, for kinds whose values are never returned.
#[diagnostic::on_unimplemented(
    message = "a computed value has no effect here",
    label = "holds a `Computed<..>`",
    note = "only resources, data sources and ephemeral resources return values: write the plain type, or `Option<..>`"
)]
pub trait Unfilled {}

impl Unfilled for HasComputed<false> {}

/// Whether the settings of a provider can have all names of a model's fields. Hosts reserve some names, such as `alias`.
#[derive(Debug)]
pub enum SettingNames<const FREE: bool> {}

/// A model without reserved names, as the settings of a provider require.
#[diagnostic::on_unimplemented(
    message = "a setting has a name that hosts reserve",
    label = "reserved name",
    note = "a setting of a provider cannot be called `alias`, `count`, `depends_on`, `for_each`, `lifecycle`, `locals`, `source` or `version`: give it another name with `#[tf(name = \"..\")]`"
)]
pub trait FreeNames {}

impl FreeNames for SettingNames<true> {}

/// A model without sets, as the configuration of a list resource requires.
#[diagnostic::on_unimplemented(
    message = "the configuration of a list resource holds no sets",
    label = "holds a `Set<..>`",
    note = "write `Vec<..>` instead of `Set<..>`"
)]
pub trait Ordered {}

impl Ordered for HasSets<false> {}

/// A model in which every field may be null or unknown. Validation and planning use it.
pub type Draft<T> = <T as Attr>::Draft;

/// The key of a model, which identifies an object.
pub type Key<T> = <T as Model>::Key;

/// A field that can be part of a key: it is set once the object exists.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot identify an object",
    label = "not a key's type",
    note = "a field marked `key` or `identity` is `T` or `Computed<T>`, because a key is never null"
)]
pub trait KeyField: Field {
    /// The type of the field in the key.
    type Key: Attr + Clone + Debug;

    /// Decodes the field of the key from a value in a state.
    ///
    /// # Errors
    ///
    /// Fails if the value is null, unknown or of another type.
    fn key(value: &Value) -> Result<Self::Key, DecodeError> {
        Field::decode(value)
    }

    /// Encodes the field of the key as a value in a state.
    fn value(key: Self::Key) -> Value {
        Field::encode(key)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Attr + Clone + Debug> KeyField for T {
    type Key = T;
}

impl<T: Attr + Clone + Debug> KeyField for Computed<T> {
    type Key = T;
}

/// The model of a provider without settings.
impl Attr for () {
    type Draft = ();
    type Paths = crate::path::Leaf;
    type Checked = Self;
    const IS_MODEL: bool = true;

    fn shape() -> Shape {
        Shape::Nested {
            nesting: Nesting::Single,
            object: Self::block().clone(),
        }
    }

    fn decode(_: &Data) -> Result<Self, DecodeError> {
        Ok(())
    }

    fn draft(_: &Data) -> Result<Self, DecodeError> {
        Ok(())
    }

    fn take_value(&mut self) -> Value {
        Object::new(Self::block().object_type()).into()
    }

    fn encode_draft((): ()) -> Value {
        Attr::encode(())
    }

    fn checked(&self) -> &Self::Checked {
        self
    }
}

impl Nestable for () {}

impl Model for () {
    const NAME: &'static str = "";
    type Key = NoFieldIsMarkedKey;
    type WriteOnly = HasWriteOnly<false>;
    type Sets = HasSets<false>;
    type Computed = HasComputed<false>;
    type Names = SettingNames<true>;
    type Filled = ();
    type Created = ();
    const NAMES: Names = Names {
        own: &[],
        flattened: &[],
    };

    fn draft_object(_: &Object) -> Result<Self, DecodeError> {
        Ok(())
    }

    fn key(_: &Object) -> Result<NoFieldIsMarkedKey, DecodeError> {
        Ok(NoFieldIsMarkedKey)
    }
}
