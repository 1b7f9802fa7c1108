//! Lists, maps and their elements.

use std::collections::BTreeMap;

use terrane_protocol::schema::Nesting;
use terrane_value::{Data, Step, Type, Value};

use super::decode::known;
use super::fields::encode_draft;
use super::tuple::Scalar;
use super::{Attr, DecodeError, TypeFacts};
use crate::path::{ListPath, MapPath};
use crate::schema::{Equality, Shape, Validator};

/// A type of elements of collections: all attribute types except collections of models.
///
/// A collection of `Dynamic` is for the parameters of functions only: hosts refuse it in attributes, and so does the derive.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an element of a collection",
    label = "not an element's type",
    note = "a collection holds scalars, collections of scalars, models (structs with `#[derive(Schema)]`), or an `Option` of a scalar where null elements are wanted",
    note = "a collection of collections of models is a model with a field for each level"
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

macro_rules! scalars {
    ($($ty:ty),*) => {$(
        impl Nestable for $ty {}
        impl Plain for $ty {}
        impl Scalar for $ty {}
    )*};
}

scalars!(
    String,
    bool,
    terrane_value::Number,
    i8,
    i16,
    i32,
    i64,
    u8,
    u16,
    u32,
    u64,
    f64,
    super::Dynamic
);

impl<T: Element> Nestable for Vec<T> where T::Attr: Plain {}
impl<T: Element> Plain for Vec<T> where T::Attr: Plain {}
impl<T: Element> Nestable for BTreeMap<String, T> where T::Attr: Plain {}
impl<T: Element> Plain for BTreeMap<String, T> where T::Attr: Plain {}

/// A list or set of models, whose elements may be distinguished by an attribute: `#[tf(align = name)]`.
#[diagnostic::on_unimplemented(
    message = "the elements of `{Self}` cannot be distinguished by an attribute",
    label = "not a list or set of models",
    note = "`align` is for a `Vec<M>` or `Set<M>`, where `M` derives `Schema`; the elements of a map have a key"
)]
pub trait Aligned: Attr {
    /// Handles of the paths below an element.
    type Paths: crate::path::PathNode;
}

impl<T: Element<Attr: crate::model::Model>> Aligned for Vec<T> {
    type Paths = <T::Attr as Attr>::Paths;
}

impl<T: Element<Attr: crate::model::Model>> Aligned for super::Set<T> {
    type Paths = <T::Attr as Attr>::Paths;
}

/// The shape of a collection of `T`.
pub(super) fn shape<T: Element>(nesting: Nesting) -> Shape {
    match <T::Attr as Attr>::shape() {
        Shape::Nested {
            nesting: Nesting::Single,
            object,
        } => Shape::Nested { nesting, object },
        element => Shape::Type(match nesting {
            Nesting::Set => Type::set(element.ty()),
            Nesting::Map => Type::map(element.ty()),
            Nesting::List | Nesting::Single => Type::list(element.ty()),
        }),
    }
}

/// The validators of the type of the elements.
pub(super) fn validators<T: Element>() -> Vec<Validator> {
    let of_element = <T::Attr as Attr>::validators();
    of_element.into_iter().map(Validator::of_elements).collect()
}

/// Decodes the elements of a list.
pub(super) fn decode_all<T: Element>(values: &[Value]) -> Result<Vec<T>, DecodeError> {
    let mut all = Vec::with_capacity(values.len());
    for (at, value) in values.iter().enumerate() {
        all.push(T::decode(value).map_err(|error| error.prepend(Step::Index(at)))?);
    }
    Ok(all)
}

/// Drafts the elements of a list.
pub(super) fn draft_all<T: Element>(values: &[Value]) -> Result<Vec<Value<Draft<T>>>, DecodeError> {
    let mut all = Vec::with_capacity(values.len());
    for (at, value) in values.iter().enumerate() {
        all.push(
            value
                .as_ref()
                .try_map(<T::Attr as Attr>::draft)
                .map_err(|error| error.prepend(Step::Index(at)))?,
        );
    }
    Ok(all)
}

/// The draft of an element.
pub(super) type Draft<T> = <<T as Element>::Attr as Attr>::Draft;

impl<T: Element> Attr for Vec<T> {
    type Draft = Vec<Value<Draft<T>>>;
    type Paths = ListPath<<T::Attr as Attr>::Paths>;
    type Checked = [T];
    const SENSITIVE: bool = <T::Attr as Attr>::SENSITIVE;
    const IS_COLLECTION: bool = true;
    const FACTS: TypeFacts = <T::Attr as Attr>::FACTS.in_collection();

    fn shape() -> Shape {
        shape::<T>(Nesting::List)
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

    fn decode(data: &Data) -> Result<Self, DecodeError> {
        match data {
            Data::List(values) => decode_all(values),
            other => Err(DecodeError::mismatch("a list", other)),
        }
    }

    fn draft(data: &Data) -> Result<Self::Draft, DecodeError> {
        match data {
            Data::List(values) => draft_all::<T>(values),
            other => Err(DecodeError::mismatch("a list", other)),
        }
    }

    fn take_value(&mut self) -> Value {
        Value::Known(Data::List(
            self.iter_mut().map(Element::take_value).collect(),
        ))
    }

    fn encode_draft(draft: Self::Draft) -> Value {
        let elements = draft.into_iter().map(encode_draft::<T::Attr>);
        Value::Known(Data::List(elements.collect()))
    }

    fn checked(&self) -> &Self::Checked {
        self
    }

    fn find_null(data: &Data) -> Option<DecodeError> {
        let Data::List(elements) = data else {
            return None;
        };
        let mut elements = elements.iter().enumerate();
        elements.find_map(|(at, element)| Some(null_in::<T>(element)?.prepend(Step::Index(at))))
    }
}

impl<T: Element> Attr for BTreeMap<String, T> {
    type Draft = BTreeMap<String, Value<Draft<T>>>;
    type Paths = MapPath<<T::Attr as Attr>::Paths>;
    type Checked = Self;
    const SENSITIVE: bool = <T::Attr as Attr>::SENSITIVE;
    const IS_COLLECTION: bool = true;
    const FACTS: TypeFacts = <T::Attr as Attr>::FACTS.in_collection();

    fn shape() -> Shape {
        shape::<T>(Nesting::Map)
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

    fn decode(data: &Data) -> Result<Self, DecodeError> {
        map(data, T::decode)
    }

    fn draft(data: &Data) -> Result<Self::Draft, DecodeError> {
        map(data, |value| {
            value.as_ref().try_map(<T::Attr as Attr>::draft)
        })
    }

    fn take_value(&mut self) -> Value {
        Value::Known(Data::Map(
            std::mem::take(self)
                .into_iter()
                .map(|(key, mut element)| (key, element.take_value()))
                .collect(),
        ))
    }

    fn encode_draft(draft: Self::Draft) -> Value {
        Value::Known(Data::Map(
            draft
                .into_iter()
                .map(|(key, element)| (key, encode_draft::<T::Attr>(element)))
                .collect(),
        ))
    }

    fn checked(&self) -> &Self::Checked {
        self
    }

    fn find_null(data: &Data) -> Option<DecodeError> {
        let Data::Map(elements) = data else {
            return None;
        };
        let mut elements = elements.iter();
        elements
            .find_map(|(key, element)| Some(null_in::<T>(element)?.prepend(Step::Key(key.clone()))))
    }
}

/// Finds a null in an element whose type does not allow it.
pub(super) fn null_in<T: Element>(element: &Value) -> Option<DecodeError> {
    match element {
        Value::Null if !T::NULLABLE => Some(DecodeError::null()),
        Value::Known(data) => <T::Attr as Attr>::find_null(data),
        Value::Null | Value::Unknown(_) => None,
    }
}

fn map<T>(
    data: &Data,
    decode: impl Fn(&Value) -> Result<T, DecodeError>,
) -> Result<BTreeMap<String, T>, DecodeError> {
    let Data::Map(entries) = data else {
        return Err(DecodeError::mismatch("a map", data));
    };
    let mut all = BTreeMap::new();
    for (key, value) in entries.iter() {
        let element = decode(value).map_err(|error| error.prepend(Step::Key(key.clone())))?;
        all.insert(key.as_str().to_owned(), element);
    }
    Ok(all)
}
