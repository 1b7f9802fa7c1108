//! Types of elements of collections.

use terrane_value::Value;

use super::{Attr, DecodeError, Field, known};
use crate::path::PathNode;

/// A type of elements of collections: all attribute types except collections of models.
///
/// A collection of `Dynamic` is for the parameters of functions only: hosts refuse it in attributes, and so does the derive.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an element of a collection",
    label = "not an element's type",
    note = "a collection holds scalars, collections of scalars, models (structs with `#[derive(Model)]`), or an `Option` of a scalar if elements can be null",
    note = "for a collection of collections of structs, write `#[derive(Attr)]` for the struct, or write a model for each level"
)]
pub trait Element: Sized + Send + Sync + 'static {
    /// The attribute type of the element.
    type Attr: Attr;

    /// Whether it may be null.
    const NULLABLE: bool = false;

    /// Decodes an element from a value.
    ///
    /// # Errors
    ///
    /// Fails if the value has another type.
    fn decode(value: &Value) -> Result<Self, DecodeError>;

    /// Encodes the element, and leaves any value in its place.
    fn take_value(&mut self) -> Value;
}

/// An attribute type that may be an element.
pub trait Nestable: Attr {}

/// A [`Nestable`] type that is not a model, so that it can be null inside a collection and nest in further collections.
pub trait Plain: Nestable {}

/// A type of fields of a struct with `#[derive(Attr)]`, whose attributes are set together.
///
/// # Examples
///
/// ```
/// use std::collections::BTreeMap;
/// use terrane::prelude::*;
///
/// /// A certificate: an object, not a model with a schema of its own.
/// #[derive(Attr)]
/// struct Certificate {
///     /// Its name.
///     name: String,
///     /// Until when it is valid. It may be null.
///     valid: Option<String>,
/// }
///
/// /// A load balancer.
/// #[derive(Model)]
/// struct Balancer {
///     /// `list(object)`.
///     certificates: Vec<Certificate>,
///     /// `map(list(object))`.
///     by_host: Option<BTreeMap<String, Vec<Certificate>>>,
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field of an object",
    label = "not a type of an object's field",
    note = "the attributes of a struct with `#[derive(Attr)]` are set together: its fields are `T` or `Option<T>`, without `Computed`, `WriteOnly` or `Value`",
    note = "`T` is a String, bool, number, `Dynamic`, a tuple, a Vec, Set or BTreeMap<String, _> of those, or another struct with `#[derive(Attr)]`"
)]
pub trait ObjectField: Field {}

#[diagnostic::do_not_recommend]
impl<T: Plain> ObjectField for T {}

impl<T: Plain> ObjectField for Option<T> {}

#[diagnostic::do_not_recommend]
impl<T: Nestable> Element for T {
    type Attr = T;

    fn decode(value: &Value) -> Result<Self, DecodeError> {
        T::decode(known(value)?)
    }

    fn take_value(&mut self) -> Value {
        Attr::take_value(self)
    }
}

impl<T: Plain> Element for Option<T> {
    type Attr = T;
    const NULLABLE: bool = true;

    fn decode(value: &Value) -> Result<Self, DecodeError> {
        match value {
            Value::Null => Ok(None),
            value => T::decode(known(value)?).map(Some),
        }
    }

    fn take_value(&mut self) -> Value {
        self.as_mut().map_or(Value::Null, Attr::take_value)
    }
}

/// A list or set of models, whose elements may be distinguished by an attribute: `#[tf(align = name)]`.
#[diagnostic::on_unimplemented(
    message = "the elements of `{Self}` cannot be distinguished by an attribute",
    label = "not a list or set of models",
    note = "`align` is for a `Vec<M>` or `Set<M>`, where `M` derives `Model`; the elements of a map have a key"
)]
pub trait Aligned: Attr {
    /// Handles of the paths below an element.
    type Paths: PathNode;
}

/// A type of parts of tuples: strings, bools, numbers and one-of types.
///
/// # Examples
///
/// ```
/// use terrane::prelude::*;
///
/// /// A fence.
/// #[derive(Model)]
/// struct Fence {
///     /// Where its posts stand, and what each is called.
///     posts: Vec<(i64, i64, Option<String>)>,
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a part of a tuple",
    label = "not a tuple's part",
    note = "a tuple holds strings, bools, numbers and choices, or an `Option` of one if it can be null; for other contents, write a struct with `#[derive(Model)]`"
)]
pub trait Scalar: Plain {}
