//! Values in the encoding of the protocol (MessagePack) as JSON, and back.
//!
//! JSON has no unknown values. An object with one member, whose name starts with `$`, stands for what JSON lacks:
//!
//! | JSON | what it stands for |
//! |---|---|
//! | `{"$unknown": [[1, false], [2, "ami-"]]}` | an unknown value with its refinements, each a number of the encoding and its value |
//! | `{"$float": "inf"}` | a number that JSON cannot express |
//! | `{"$bytes": "AP8="}` | bytes in Base64, which are not text |
//! | `{"$extension": [3, "AP8="]}` | an extension of MessagePack, by its number and its bytes |
//! | `{"$msgpack": "wQ=="}` | bytes that are not a value |
//! | `{"$$x": 1}` | an object whose only member is named `$x` |

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rmpv::Value;
use serde_json::{Map, Number, Value as Json, json};

/// The number of the extension of an unknown value without refinements.
const UNKNOWN: i8 = 0;

/// The number of the extension of an unknown value with refinements.
const REFINED: i8 = 12;

/// How deeply values may be nested. Hosts accept less.
const DEPTH: usize = 512;

/// A byte that begins no value, and that is in no text. `rmpv` reads it as null.
const RESERVED: u8 = 0xc1;

/// Returns the JSON form of an encoded value.
pub(crate) fn to_json(encoded: &[u8]) -> Json {
    let mut rest = encoded;
    let value = rmpv::decode::read_value_with_max_depth(&mut rest, DEPTH);
    let json = value.ok().filter(|_| rest.is_empty()).and_then(json_of);
    let exact = json.filter(|json| {
        !encoded.contains(&RESERVED) || from_json(json).is_some_and(|it| it == encoded)
    });
    exact.unwrap_or_else(|| tagged("$msgpack", STANDARD.encode(encoded).into()))
}

/// Encodes a value in its JSON form. `None` if the text is not one.
pub(crate) fn from_json(json: &Json) -> Option<Vec<u8>> {
    if let Some(("$msgpack", bytes)) = tag(json) {
        return STANDARD.decode(bytes.as_str()?).ok();
    }
    let mut encoded = Vec::new();
    rmpv::encode::write_value(&mut encoded, &value_of(json)?).ok()?;
    Some(encoded)
}

/// Returns the object that stands for what JSON lacks.
pub(crate) fn tagged(name: &str, content: Json) -> Json {
    json!({ name: content })
}

/// Returns the name and the content of an object that stands for what JSON lacks.
pub(crate) fn tag(json: &Json) -> Option<(&str, &Json)> {
    let members = json.as_object().filter(|members| members.len() == 1)?;
    let (name, content) = members.iter().next()?;
    let is_tag = name.starts_with('$') && !name.starts_with("$$");
    is_tag.then_some((name.as_str(), content))
}

fn json_of(value: Value) -> Option<Json> {
    Some(match value {
        Value::Nil => Json::Null,
        Value::Boolean(value) => value.into(),
        Value::Integer(value) => match value.as_i64() {
            Some(value) => value.into(),
            None => value.as_u64()?.into(),
        },
        Value::F32(value) => json_of_float(value.into()),
        Value::F64(value) => json_of_float(value),
        Value::String(value) => match value.into_str() {
            Some(text) => text.into(),
            None => return None,
        },
        Value::Binary(bytes) => tagged("$bytes", STANDARD.encode(bytes).into()),
        Value::Array(elements) => elements.into_iter().map(json_of).collect::<Option<_>>()?,
        Value::Map(members) => {
            let members = members.into_iter().map(|(name, value)| {
                let Value::String(name) = name else {
                    return None;
                };
                Some((name.into_str()?, json_of(value)?))
            });
            escaped_object(members.collect::<Option<_>>()?)
        }
        Value::Ext(UNKNOWN, _) => tagged("$unknown", json!([])),
        Value::Ext(REFINED, refinements) => {
            let mut rest = &*refinements;
            let value = rmpv::decode::read_value_with_max_depth(&mut rest, DEPTH).ok()?;
            let Value::Map(refinements) = value else {
                return None;
            };
            let pairs = refinements
                .into_iter()
                .map(|(name, value)| Some(json!([json_of(name)?, json_of(value)?])));
            tagged("$unknown", pairs.collect::<Option<_>>()?)
        }
        Value::Ext(number, bytes) => tagged("$extension", json!([number, STANDARD.encode(bytes)])),
    })
}

fn json_of_float(value: f64) -> Json {
    let number = Number::from_f64(value).map(Json::Number);
    number.unwrap_or_else(|| tagged("$float", value.to_string().into()))
}

/// Returns an object, such that no object of a value looks like a tag.
fn escaped_object(members: Map<String, Json>) -> Json {
    let escaped_members = if members.len() == 1 {
        let escape = |name: String| {
            if name.starts_with('$') {
                format!("${name}")
            } else {
                name
            }
        };
        let escaped = members.into_iter();
        escaped.map(|(name, value)| (escape(name), value)).collect()
    } else {
        members
    };
    Json::Object(escaped_members)
}

fn value_of(json: &Json) -> Option<Value> {
    if let Some((name, content)) = tag(json) {
        return value_of_tag(name, content);
    }
    Some(match json {
        Json::Null => Value::Nil,
        Json::Bool(value) => (*value).into(),
        Json::Number(value) => match (value.as_i64(), value.as_u64()) {
            (Some(value), _) => value.into(),
            (None, Some(value)) => value.into(),
            (None, None) => value.as_f64()?.into(),
        },
        Json::String(value) => value.as_str().into(),
        Json::Array(elements) => {
            Value::Array(elements.iter().map(value_of).collect::<Option<_>>()?)
        }
        Json::Object(members) => {
            let is_escaped = members.len() == 1;
            let members = members.iter().map(|(name, value)| {
                let name = name
                    .strip_prefix('$')
                    .filter(|_| is_escaped)
                    .unwrap_or(name);
                Some((name.into(), value_of(value)?))
            });
            Value::Map(members.collect::<Option<_>>()?)
        }
    })
}

fn value_of_tag(name: &str, content: &Json) -> Option<Value> {
    Some(match name {
        "$unknown" => match content.as_array()?.as_slice() {
            [] => Value::Ext(UNKNOWN, vec![0]),
            pairs => {
                let pairs = pairs.iter().map(|pair| match pair.as_array()?.as_slice() {
                    [name, value] => Some((value_of(name)?, value_of(value)?)),
                    _ => None,
                });
                let mut refinements = Vec::new();
                let map = Value::Map(pairs.collect::<Option<_>>()?);
                rmpv::encode::write_value(&mut refinements, &map).ok()?;
                Value::Ext(REFINED, refinements)
            }
        },
        "$float" => content.as_str()?.parse::<f64>().ok()?.into(),
        "$bytes" => Value::Binary(STANDARD.decode(content.as_str()?).ok()?),
        "$extension" => match content.as_array()?.as_slice() {
            [number, bytes] => Value::Ext(
                number.as_i64()?.try_into().ok()?,
                STANDARD.decode(bytes.as_str()?).ok()?,
            ),
            _ => return None,
        },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Checks that a value is the same after it was written as JSON text and read again.
    fn survives(value: &Value) -> Json {
        let mut encoded = Vec::new();
        rmpv::encode::write_value(&mut encoded, value).unwrap();
        let text = to_json(&encoded).to_string();
        let json: Json = serde_json::from_str(&text).unwrap();
        assert_eq!(from_json(&json).unwrap(), encoded, "{text}");
        json
    }

    #[test]
    fn unknown_values_are_objects_with_one_member() {
        assert_eq!(survives(&Value::Ext(0, vec![0])), json!({"$unknown": []}));
        // cty: not null, with the prefix "ami-".
        let refinements = b"\x82\x01\xc2\x02\xa4ami-".to_vec();
        let json = survives(&Value::Ext(12, refinements));
        assert_eq!(json, json!({"$unknown": [[1, false], [2, "ami-"]]}));
    }

    #[test]
    fn objects_that_look_like_an_unknown_value_stay_objects() {
        let object = Value::Map(vec![("$unknown".into(), Value::Array(vec![]))]);
        assert_eq!(survives(&object), json!({"$$unknown": []}));
    }

    #[test]
    fn integers_and_floats_keep_their_encoding() {
        for value in [
            Value::from(-1),
            u64::MAX.into(),
            1.0.into(),
            1e300.into(),
            f64::INFINITY.into(),
        ] {
            survives(&value);
        }
    }

    #[test]
    fn bytes_that_are_no_value_are_kept() {
        for bytes in [&b""[..], b"\xc1", b"\x01\x02", b"\x81\x01\x02"] {
            let json = to_json(bytes);
            assert_eq!(from_json(&json).as_deref(), Some(bytes), "{json}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_the_same_after_a_recording(bytes: Vec<u8>) {
            let json = to_json(&bytes);
            // Encodings that are longer than needed become the usual ones, which mean the same.
            let again = from_json(&json).unwrap();
            prop_assert_eq!(to_json(&again), json);
        }
    }
}
