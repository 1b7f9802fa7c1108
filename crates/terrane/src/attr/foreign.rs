//! Types of other crates.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::str::FromStr;

use terrane_value::{Data, Value};

use super::{Attr, Computed, DecodeError, Inside, Nestable, Plain, Sensitive, Set, WriteOnly};
use crate::schema::{Shape, Validator, Violation};

/// How values of a type that knows nothing of attributes are read and written.
///
/// `#[tf(as = String)]` and `#[tf(with = module)]` make one; nobody has to implement it by hand.
pub trait Adapter: Sized + Send + Sync + 'static {
    /// The type.
    type Rust: Send + Sync + 'static;

    /// What stands in the configuration and the state.
    type Attr: Attr;

    /// Makes the value.
    ///
    /// # Errors
    ///
    /// What was expected, as a fragment.
    fn decode(value: Self::Attr) -> Result<Self::Rust, String>;

    /// Makes what stands in the configuration and the state.
    fn encode(value: &Self::Rust) -> Self::Attr;
}

/// The adapter of a type with a text form: `#[tf(as = String)]`.
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

/// A value of a type of another crate, as an attribute.
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
    const INSIDE: Inside = A::Attr::INSIDE;

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

    fn decode(data: &Data) -> Result<Self, DecodeError> {
        A::decode(A::Attr::decode(data)?)
            .map(Self)
            .map_err(DecodeError::new)
    }

    fn draft(data: &Data) -> Result<Self::Draft, DecodeError> {
        A::Attr::draft(data)
    }

    fn encode(self) -> Value {
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

/// A type of the schema around foreign types, and the author's type that it stands for.
pub trait Peel {
    /// The author's type.
    type Peeled;

    /// Takes the adapters away.
    fn peel(self) -> Self::Peeled;

    /// Puts the adapters around.
    fn wrap(peeled: Self::Peeled) -> Self;
}

impl<A: Adapter> Peel for Foreign<A> {
    type Peeled = A::Rust;

    fn peel(self) -> A::Rust {
        self.0
    }

    fn wrap(peeled: A::Rust) -> Self {
        Self(peeled)
    }
}

macro_rules! peel {
    ($($wrapper:ident, $inner:ident => |$value:ident| $peel:expr, $wrap:expr;)*) => {$(
        impl<$inner: Peel> Peel for $wrapper<$inner> {
            type Peeled = $wrapper<$inner::Peeled>;

            fn peel(self) -> Self::Peeled {
                let $value = self;
                $peel
            }

            fn wrap($value: Self::Peeled) -> Self {
                $wrap
            }
        }
    )*};
}

peel! {
    Option, P => |value| value.map(P::peel), value.map(P::wrap);
    Computed, P => |value| value.map(P::peel), value.map(P::wrap);
    Value, P => |value| value.map(P::peel), value.map(P::wrap);
    WriteOnly, P => |value| value.map(P::peel), value.map(P::wrap);
    Sensitive, P => |value| Sensitive::new(value.into_exposed().peel()), Sensitive::new(P::wrap(value.into_exposed()));
    Vec, P => |value| value.into_iter().map(P::peel).collect(), value.into_iter().map(P::wrap).collect();
    Set, P => |value| value.into_iter().map(P::peel).collect(), value.into_iter().map(P::wrap).collect();
}

impl<P: Peel> Peel for BTreeMap<String, P> {
    type Peeled = BTreeMap<String, P::Peeled>;

    fn peel(self) -> Self::Peeled {
        self.into_iter()
            .map(|(key, value)| (key, value.peel()))
            .collect()
    }

    fn wrap(peeled: Self::Peeled) -> Self {
        let wrapped = peeled.into_iter();
        wrapped.map(|(key, value)| (key, P::wrap(value))).collect()
    }
}
