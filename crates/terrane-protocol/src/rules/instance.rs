//! The object or value that a rule compares with.

use std::borrow::Cow;
use std::convert::Infallible;

use terrane_value::{Data, Object, Value};

/// An object, or the null or unknown value in its place.
#[derive(Debug, Clone, Copy)]
pub enum Instance<'a> {
    /// Null.
    Null,
    /// Unknown.
    Unknown,
    /// An object.
    Known(&'a Object),
}

impl<'a> Instance<'a> {
    /// Returns the value at a position. It is null if the object is null or has no such position, and unknown if the object is unknown.
    pub fn at(self, at: usize) -> Cow<'a, Value> {
        match self {
            Self::Null => Cow::Owned(Value::Null),
            Self::Unknown => Cow::Owned(Value::unknown()),
            Self::Known(object) => {
                let value = object.values().get(at);
                value.map_or(Cow::Owned(Value::Null), Cow::Borrowed)
            }
        }
    }

    pub(super) fn is_null(self) -> bool {
        matches!(self, Self::Null)
    }
}

impl<'a> From<Option<&'a Object>> for Instance<'a> {
    fn from(object: Option<&'a Object>) -> Self {
        object.map_or(Self::Null, Self::Known)
    }
}

impl<'a> From<&'a Value> for Instance<'a> {
    fn from(value: &'a Value) -> Self {
        match value {
            Value::Unknown(_) => Self::Unknown,
            value => value.as_object().into(),
        }
    }
}

/// Whether a value is unknown. A dynamic value of a known type is unknown if its inner value is.
pub(super) fn is_unknown(value: &Value) -> bool {
    match value {
        Value::Known(Data::Dynamic(typed)) => is_unknown(&typed.value),
        value => value.is_unknown(),
    }
}

/// Whether two values of the same place are equal, without regard to the refinements of unknown values. Dynamic values of different types differ,
/// even if both are null.
pub fn same(a: &Value, b: &Value) -> bool {
    a == b || (!a.is_wholly_known() && !b.is_wholly_known() && unrefined(a) == unrefined(b))
}

fn unrefined(value: &Value) -> Value {
    let Ok(value) = value.clone().transform(|_, value| {
        Ok::<_, Infallible>(if value.is_unknown() {
            Value::unknown()
        } else {
            value
        })
    });
    value
}
