//! Encoded values. Decoding them needs a type from the schema.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Deref;

use bytes::Bytes;
use terrane_value::{Error, Type, Value, json, msgpack};

/// An encoded value, whose type both sides know from the schema.
///
/// Hosts send MessagePack. The protocol also allows JSON, if the MessagePack field is empty. If both are empty, the value is absent, which means
/// null (rule G7). So messages need no `Option` around a `DynamicValue`.
///
/// `Debug` shows lengths only: values may be secret.
///
/// ```
/// use terrane_protocol::DynamicValue;
/// use terrane_value::{Type, Value};
///
/// let value = DynamicValue::encode(&Value::Null, &Type::String)?;
/// assert_eq!(value.decode(&Type::String)?, Value::Null);
/// assert_eq!(DynamicValue::default().decode(&Type::String)?, Value::Null);
/// # Ok::<(), terrane_value::Error>(())
/// ```
#[derive(Clone, Default, PartialEq)]
pub struct DynamicValue {
    /// The value in MessagePack, or empty.
    pub msgpack: Bytes,
    /// The value in JSON, or empty. Read only where `msgpack` is empty.
    pub json: Bytes,
}

impl DynamicValue {
    /// Wraps a value that is already MessagePack.
    pub const fn from_msgpack(msgpack: Bytes) -> Self {
        Self {
            msgpack,
            json: Bytes::new(),
        }
    }

    /// Wraps a value that is already JSON.
    pub const fn from_json(json: Bytes) -> Self {
        Self {
            msgpack: Bytes::new(),
            json,
        }
    }

    /// Encodes a value of the given type.
    ///
    /// # Errors
    ///
    /// Fails when the value is not of the type.
    pub fn encode(value: &Value, ty: &Type) -> Result<Self, Error> {
        msgpack::encode(value, ty).map(Self::from_msgpack)
    }

    /// Encodes a value of the given type without infinite numbers, as states require; see [`msgpack::encode_finite`].
    ///
    /// # Errors
    ///
    /// Fails as [`encode`](Self::encode) does, and for an infinite number.
    pub fn encode_finite(value: &Value, ty: &Type) -> Result<Self, Error> {
        msgpack::encode_finite(value, ty).map(Self::from_msgpack)
    }

    /// Decodes the value. An absent value is null.
    ///
    /// # Errors
    ///
    /// Fails when the bytes are not a value of the type.
    pub fn decode(&self, ty: &Type) -> Result<Value, Error> {
        if !self.msgpack.is_empty() {
            msgpack::decode(&self.msgpack, ty)
        } else if !self.json.is_empty() {
            json::decode(&self.json, ty)
        } else {
            Ok(Value::Null)
        }
    }

    /// Returns whether the value is null. This needs no type.
    pub fn is_null(&self) -> bool {
        match (&*self.msgpack, &*self.json) {
            ([], json) => matches!(json.trim_ascii(), [] | b"null"),
            (msgpack, _) => msgpack == [0xc0],
        }
    }

    /// Returns whether there are no bytes, which means null.
    pub const fn is_absent(&self) -> bool {
        self.msgpack.is_empty() && self.json.is_empty()
    }
}

impl fmt::Debug for DynamicValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.msgpack.len(), self.json.len()) {
            (0, 0) => f.write_str("DynamicValue(absent)"),
            (n, 0) => write!(f, "DynamicValue({n} bytes of MessagePack)"),
            (0, n) => write!(f, "DynamicValue({n} bytes of JSON)"),
            (m, j) => write!(
                f,
                "DynamicValue({m} bytes of MessagePack, {j} bytes of JSON)"
            ),
        }
    }
}

/// A stored object that an older version of the schema may have written.
///
/// `Debug` shows lengths only: states hold secrets.
#[derive(Clone, Default, PartialEq)]
pub struct RawState {
    /// The object in JSON.
    pub json: Option<Bytes>,
    /// The object as flat strings, as Terraform 0.11 and older stored it. Empty if `json` is set.
    pub flatmap: BTreeMap<String, String>,
}

impl RawState {
    /// Wraps an object in JSON.
    pub const fn from_json(json: Bytes) -> Self {
        Self {
            json: Some(json),
            flatmap: BTreeMap::new(),
        }
    }

    /// Returns whether both forms are empty.
    pub fn is_absent(&self) -> bool {
        self.json.is_none() && self.flatmap.is_empty()
    }
}

impl fmt::Debug for RawState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.json {
            Some(json) => write!(f, "RawState({} bytes of JSON)", json.len()),
            None if self.flatmap.is_empty() => f.write_str("RawState(absent)"),
            None => write!(f, "RawState({} flat entries)", self.flatmap.len()),
        }
    }
}

/// Bytes that only one side interprets, such as a provider's private data or a chunk of a stored state.
///
/// `Debug` shows the length only.
#[derive(Clone, Default, PartialEq)]
pub struct Opaque(pub Bytes);

impl fmt::Debug for Opaque {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Opaque({} bytes)", self.0.len())
    }
}

impl Deref for Opaque {
    type Target = Bytes;

    fn deref(&self) -> &Bytes {
        &self.0
    }
}

impl From<Bytes> for Opaque {
    fn from(bytes: Bytes) -> Self {
        Self(bytes)
    }
}

impl From<Vec<u8>> for Opaque {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes.into())
    }
}

impl From<Opaque> for Bytes {
    fn from(opaque: Opaque) -> Self {
        opaque.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn g7_absent_is_null() {
        let absent = DynamicValue::default();
        assert!(absent.is_absent());
        assert_eq!(absent.decode(&Type::Number).unwrap(), Value::Null);
        assert!(absent.is_null());
    }

    #[test]
    fn null_is_found_in_both_encodings() {
        let null = DynamicValue::encode(&Value::Null, &Type::String).unwrap();
        assert!(null.is_null());
        assert!(DynamicValue::from_json(Bytes::from_static(b" null ")).is_null());
        let empty = DynamicValue::encode(&"".into(), &Type::String).unwrap();
        assert!(!empty.is_null());
        assert!(!DynamicValue::from_json(Bytes::from_static(b"\"null\"")).is_null());
    }

    #[test]
    fn g7_msgpack_is_preferred_over_json() {
        let value = DynamicValue {
            msgpack: Bytes::from_static(&[0xc2]),
            json: Bytes::from_static(b"true"),
        };
        let json_only = DynamicValue::from_json(value.json.clone());
        let (no, yes) = (value.decode(&Type::Bool), json_only.decode(&Type::Bool));
        assert_ne!(no.unwrap(), yes.unwrap());
    }

    #[test]
    fn debug_hides_the_payload() {
        let secret = Bytes::from_static(b"hunter2");
        let shown = format!(
            "{:?} {:?} {:?} {:?}",
            DynamicValue::from_msgpack(secret.clone()),
            DynamicValue::from_json(secret.clone()),
            RawState::from_json(secret.clone()),
            Opaque(secret),
        );
        assert_eq!(
            shown,
            "DynamicValue(7 bytes of MessagePack) DynamicValue(7 bytes of JSON) \
             RawState(7 bytes of JSON) Opaque(7 bytes)"
        );
    }
}
