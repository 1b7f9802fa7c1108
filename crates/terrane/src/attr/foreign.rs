//! Types of other crates.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::mem::take;
use std::str::FromStr;

use terrane_value::{Data, Value};

use super::fields::Fields;
use super::known_or_not;
use super::{Attr, Computed, DecodeError, Nestable, Plain, Sensitive, Set, TypeFacts, WriteOnly};
use crate::schema::{Equality, Shape, Validator, Violation};

/// Converts values of a foreign type from and to an attribute type.
///
/// `#[tf(as = String)]` and `#[tf(with = module)]` generate it.
pub trait Adapter: Sized + Send + Sync + 'static {
    /// The foreign type.
    type Rust: Send + Sync + 'static;

    /// The attribute type in the configuration and the state.
    type Attr: Attr;

    /// Converts an attribute value to the foreign type.
    ///
    /// # Errors
    ///
    /// Fails with the expectation, as a fragment.
    fn decode(value: Self::Attr) -> Result<Self::Rust, String>;

    /// Converts a foreign value to the attribute type.
    fn encode(value: &Self::Rust) -> Self::Attr;
}

/// The adapter for types with `FromStr` and `Display`: `#[tf(as = String)]`.
pub struct Text<T>(PhantomData<fn() -> T>);

impl<T> fmt::Debug for Text<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Text")
    }
}

impl<T> Adapter for Text<T>
where
    T: FromStr<Err: Display> + Display + Send + Sync + 'static,
{
    type Rust = T;
    type Attr = String;

    fn decode(value: String) -> Result<T, String> {
        value.parse().map_err(|error: T::Err| error.to_string())
    }

    fn encode(value: &T) -> String {
        value.to_string()
    }
}

/// A value of a foreign type, as an attribute.
pub struct Foreign<A: Adapter>(A::Rust);

impl<A: Adapter<Rust: Clone>> Clone for Foreign<A> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<A: Adapter<Rust: fmt::Debug>> fmt::Debug for Foreign<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<A: Adapter> Attr for Foreign<A> {
    type Draft = <A::Attr as Attr>::Draft;
    type Paths = <A::Attr as Attr>::Paths;
    type Checked = A::Rust;
    const SENSITIVE: bool = A::Attr::SENSITIVE;
    const IS_COLLECTION: bool = A::Attr::IS_COLLECTION;
    const FACTS: TypeFacts = A::Attr::FACTS;

    fn shape() -> Shape {
        A::Attr::shape()
    }

    fn validators() -> Vec<Validator> {
        let mut validators = A::Attr::validators();
        validators.push(Validator::new("", |value| match value {
            Value::Known(data) => match Self::decode(data) {
                Err(error) if !error.is_null() && !error.is_unknown() => {
                    Err(Violation::new(error.problem()))
                }
                _ => Ok(()),
            },
            Value::Null | Value::Unknown(_) => Ok(()),
        }));
        validators
    }

    /// Values that the foreign type cannot distinguish are equal, such as `007` and `7` for a number.
    fn equality() -> Option<Equality> {
        let form = Equality::of_form(|data| {
            let form = Self::decode(data).ok().map(Attr::encode);
            form.filter(Value::is_known)
        });
        Some(form.or(A::Attr::equality()))
    }

    fn decode(data: &Data) -> Result<Self, DecodeError> {
        A::decode(A::Attr::decode(data)?)
            .map(Self)
            .map_err(DecodeError::new)
    }

    fn draft(data: &Data) -> Result<Self::Draft, DecodeError> {
        A::Attr::draft(data)
    }

    fn take_value(&mut self) -> Value {
        Attr::encode(A::encode(&self.0))
    }

    fn encode_draft(draft: Self::Draft) -> Value {
        A::Attr::encode_draft(draft)
    }

    fn checked(&self) -> &Self::Checked {
        &self.0
    }

    fn find_null(data: &Data) -> Option<DecodeError> {
        A::Attr::find_null(data)
    }
}

impl<A: Adapter<Attr: Nestable>> Nestable for Foreign<A> {}
impl<A: Adapter<Attr: Plain>> Plain for Foreign<A> {}

/// Converts between a schema type, which contains adapters ([`Foreign`]), and the author's type.
pub trait Peel: Sized {
    /// The author's type.
    type Peeled;

    /// Removes the adapters.
    fn peel(self) -> Self::Peeled;

    /// Encodes the author's type, and leaves any value in its place.
    fn take_value(peeled: &mut Self::Peeled) -> Value;

    /// Encodes the author's type.
    #[must_use]
    fn into_value(mut peeled: Self::Peeled) -> Value {
        Self::take_value(&mut peeled)
    }

    /// Fills a model's field, or takes its value. The caller passes the functions of the field's type, so that a wrong type causes only one error.
    #[doc(hidden)]
    #[inline(never)]
    fn visit(
        field: &mut Self::Peeled,
        fields: &mut Fields<'_>,
        blank: fn() -> Option<Self>,
        decode: fn(&Value) -> Result<Self, DecodeError>,
    ) {
        let decode = |value: &Value| decode(value).map(Self::peel);
        fields.visit(field, blank().is_some(), decode, Self::take_value);
    }
}

impl<A: Adapter> Peel for Foreign<A> {
    type Peeled = A::Rust;

    fn peel(self) -> A::Rust {
        self.0
    }

    fn take_value(peeled: &mut A::Rust) -> Value {
        Attr::encode(A::encode(peeled))
    }
}

macro_rules! peel {
    ($($wrapper:ident, $inner:ident => |$value:ident| $peel:expr, $take:expr;)*) => {$(
        impl<$inner: Peel> Peel for $wrapper<$inner> {
            type Peeled = $wrapper<$inner::Peeled>;

            fn peel(self) -> Self::Peeled {
                let $value = self;
                $peel
            }

            fn take_value($value: &mut Self::Peeled) -> Value {
                $take
            }
        }
    )*};
}

peel! {
    Option, P => |value| value.map(P::peel), value.as_mut().map_or(Value::Null, P::take_value);
    Computed, P => |value| value.map(P::peel), value.value_with(P::take_value);
    Value, P => |value| value.map(P::peel), known_or_not(take(value), P::into_value);
    Sensitive, P => |value| Sensitive::new(value.into_exposed().peel()), P::take_value(value.inner_mut());
    Vec, P => |value| value.into_iter().map(P::peel).collect(), Value::Known(Data::List(value.iter_mut().map(P::take_value).collect()));
    Set, P => |value| value.into_iter().map(P::peel).collect(), Value::Known(Data::Set(take(value).into_iter().map(P::into_value).collect()));
}

impl<P: Peel> Peel for WriteOnly<P> {
    type Peeled = WriteOnly<P::Peeled>;

    fn peel(self) -> Self::Peeled {
        self.map(P::peel)
    }

    fn take_value(_: &mut Self::Peeled) -> Value {
        Value::Null
    }
}

impl<P: Peel> Peel for BTreeMap<String, P> {
    type Peeled = BTreeMap<String, P::Peeled>;

    fn peel(self) -> Self::Peeled {
        self.into_iter()
            .map(|(key, value)| (key, value.peel()))
            .collect()
    }

    fn take_value(peeled: &mut Self::Peeled) -> Value {
        let entries = take(peeled).into_iter();
        Value::Known(Data::Map(
            entries
                .map(|(key, value)| (key, P::into_value(value)))
                .collect(),
        ))
    }
}
