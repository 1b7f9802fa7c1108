//! Conversions of the basic types in messages. They are the same in both protocol versions.

use std::collections::BTreeMap;
use std::time::SystemTime;

use bytes::Bytes;
use terrane_value::{Text, Type};

use super::{FromWire, Malformed, Wire};
use crate::schema::Description;
use crate::{Diagnostic, Diagnostics, Opaque};

/// Implements the conversion for types that are the same on both sides.
macro_rules! unchanged {
    ($($ty:ty),*) => { $(
        impl FromWire<$ty> for $ty {
            fn from_wire(wire: $ty) -> Result<Self, Malformed> {
                Ok(wire)
            }
        }

        impl Wire<$ty> for $ty {
            fn into_wire(self) -> $ty {
                self
            }
        }
    )* };
}

unchanged!(String, bool, i64, Bytes);

/// Counts, positions and lengths: signed on the wire, but never negative.
impl FromWire<i64> for u64 {
    fn from_wire(wire: i64) -> Result<Self, Malformed> {
        Self::try_from(wire)
            .map_err(|_| Malformed::new(format!("expected 0 or more, found {wire}")))
    }
}

impl Wire<i64> for u64 {
    fn into_wire(self) -> i64 {
        i64::try_from(self).unwrap_or(i64::MAX)
    }
}

impl FromWire<i64> for usize {
    fn from_wire(wire: i64) -> Result<Self, Malformed> {
        Self::try_from(wire).map_err(|_| Malformed::new(format!("expected an index, found {wire}")))
    }
}

impl Wire<i64> for usize {
    fn into_wire(self) -> i64 {
        i64::try_from(self).unwrap_or(i64::MAX)
    }
}

impl FromWire<String> for Text {
    fn from_wire(wire: String) -> Result<Self, Malformed> {
        Ok(wire.into())
    }
}

impl Wire<String> for Text {
    fn into_wire(self) -> String {
        self.into()
    }
}

impl FromWire<Bytes> for Opaque {
    fn from_wire(wire: Bytes) -> Result<Self, Malformed> {
        Ok(Self(wire))
    }
}

impl Wire<Bytes> for Opaque {
    fn into_wire(self) -> Bytes {
        self.0
    }
}

/// Empty bytes mean that the field is not set.
impl FromWire<Bytes> for Option<Bytes> {
    fn from_wire(wire: Bytes) -> Result<Self, Malformed> {
        Ok((!wire.is_empty()).then_some(wire))
    }
}

impl Wire<Bytes> for Option<Bytes> {
    fn into_wire(self) -> Bytes {
        self.unwrap_or_default()
    }
}

/// Types are encoded as JSON.
impl FromWire<Bytes> for Type {
    fn from_wire(wire: Bytes) -> Result<Self, Malformed> {
        Self::from_json(&wire).map_err(|error| Malformed::new(format!("expected a type: {error}")))
    }
}

impl Wire<Bytes> for Type {
    fn into_wire(self) -> Bytes {
        self.to_json().into()
    }
}

impl FromWire<prost_types::Timestamp> for SystemTime {
    fn from_wire(wire: prost_types::Timestamp) -> Result<Self, Malformed> {
        Self::try_from(wire).map_err(|error| Malformed::new(format!("expected a time: {error}")))
    }
}

impl Wire<prost_types::Timestamp> for SystemTime {
    fn into_wire(self) -> prost_types::Timestamp {
        self.into()
    }
}

impl<W, T: FromWire<W>> FromWire<Option<W>> for Option<T> {
    fn from_wire(wire: Option<W>) -> Result<Self, Malformed> {
        wire.map(T::from_wire).transpose()
    }
}

impl<W, T: Wire<W>> Wire<Option<W>> for Option<T> {
    fn into_wire(self) -> Option<W> {
        self.map(T::into_wire)
    }
}

impl<W, T: FromWire<W>> FromWire<Vec<W>> for Vec<T> {
    fn from_wire(wire: Vec<W>) -> Result<Self, Malformed> {
        wire.into_iter()
            .enumerate()
            .map(|(at, item)| {
                T::from_wire(item).map_err(|error| error.in_field(format_args!("[{at}]")))
            })
            .collect()
    }
}

impl<W, T: Wire<W>> Wire<Vec<W>> for Vec<T> {
    fn into_wire(self) -> Vec<W> {
        self.into_iter().map(T::into_wire).collect()
    }
}

impl<W, T: FromWire<W>> FromWire<BTreeMap<String, W>> for BTreeMap<String, T> {
    fn from_wire(wire: BTreeMap<String, W>) -> Result<Self, Malformed> {
        let mut map = Self::new();
        for (key, item) in wire {
            match T::from_wire(item) {
                Ok(item) => map.insert(key, item),
                Err(error) => return Err(error.in_field(format_args!("[{key:?}]"))),
            };
        }
        Ok(map)
    }
}

impl<W, T: Wire<W>> Wire<BTreeMap<String, W>> for BTreeMap<String, T> {
    fn into_wire(self) -> BTreeMap<String, W> {
        let mut map = BTreeMap::new();
        for (key, item) in self {
            map.insert(key, item.into_wire());
        }
        map
    }
}

impl<W> FromWire<Vec<W>> for Diagnostics
where
    Diagnostic: FromWire<W>,
{
    fn from_wire(wire: Vec<W>) -> Result<Self, Malformed> {
        Vec::from_wire(wire).map(Self::from)
    }
}

impl<W> Wire<Vec<W>> for Diagnostics
where
    Diagnostic: Wire<W>,
{
    fn into_wire(self) -> Vec<W> {
        Vec::from(self).into_wire()
    }
}

/// Makes a description from its two fields on the wire.
pub(crate) fn read_description(text: String, kind: i32) -> Result<Description, Malformed> {
    let kind =
        FromWire::from_wire(kind).map_err(|error: Malformed| error.in_field("description_kind"))?;
    Ok(Description { text, kind })
}

/// Makes a deprecation message from its two fields on the wire.
pub(crate) fn read_deprecation(deprecated: bool, message: String) -> Option<String> {
    (deprecated || !message.is_empty()).then_some(message)
}
