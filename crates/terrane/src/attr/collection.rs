//! Lists, maps and their elements.

use std::collections::BTreeMap;

use terrane_protocol::schema::Nesting;
use terrane_value::{Data, Step, Type, Value};

use super::element::{Aligned, Element, Nestable, Plain, Scalar};
use super::{Attr, DecodeError, TypeFacts, encode_draft};
use crate::path::{ListPath, MapPath};
use crate::schema::{Equality, Shape, Validator};

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
    f32,
    f64
);

impl<T: Element> Nestable for Vec<T> where T::Attr: Plain {}
impl<T: Element> Plain for Vec<T> where T::Attr: Plain {}
impl<T: Element> Nestable for BTreeMap<String, T> where T::Attr: Plain {}
impl<T: Element> Plain for BTreeMap<String, T> where T::Attr: Plain {}

impl<T: Element<Attr: crate::model::Model>> Aligned for Vec<T> {
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

/// The items of an attribute that all collections share.
macro_rules! collection {
    ($element:ident, $nesting:ident) => {
        const SENSITIVE: bool = <$element::Attr as Attr>::SENSITIVE;
        const IS_COLLECTION: bool = true;

        fn shape() -> Shape {
            $crate::attr::collection::shape::<$element>(Nesting::$nesting)
        }

        #[inline]
        fn blank() -> Option<Self> {
            Some(Self::new())
        }

        fn validators() -> Vec<Validator> {
            let of_element = <$element::Attr as Attr>::validators();
            of_element.into_iter().map(Validator::of_elements).collect()
        }

        fn equality() -> Option<Equality> {
            <$element::Attr as Attr>::equality().map(Equality::of_elements)
        }

        fn checked(&self) -> &Self::Checked {
            self
        }
    };
}

pub(super) use collection;

impl<T: Element> Attr for Vec<T> {
    type Draft = Vec<Value<Draft<T>>>;
    type Paths = ListPath<<T::Attr as Attr>::Paths>;
    type Checked = [T];
    const FACTS: TypeFacts = <T::Attr as Attr>::FACTS.in_collection();
    collection!(T, List);

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
    const FACTS: TypeFacts = <T::Attr as Attr>::FACTS.in_collection();
    collection!(T, Map);

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
