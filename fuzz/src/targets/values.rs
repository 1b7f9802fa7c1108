//! Values, their types, and what is written inside them.

use bytes::Bytes;
use serde::de::IgnoredAny;
use terrane_schema::value_differences;
use terrane_value::{Error, Number, Path, Type, Value, json, msgpack};

use super::setup::texts;

const TYPES: [&str; 8] = [
    "\"dynamic\"",
    "[\"list\",\"string\"]",
    "[\"set\",\"dynamic\"]",
    "[\"map\",[\"list\",\"bool\"]]",
    "[\"object\",{\"a\":\"number\",\"b\":[\"set\",\"string\"],\"type\":\"dynamic\"}]",
    "[\"tuple\",[\"bool\",\"number\",\"dynamic\"]]",
    "[\"object\",{\"a\":[\"object\",{\"b\":\"string\"},[\"b\"]]},[\"a\"]]",
    "\"number\"",
];

const VALUES: [&str; 8] = [
    r#"{"type":["object",{"x":"bool"}],"value":{"x":true}}"#,
    r#"["a","é","\u0000\"<&>"]"#,
    r#"[{"type":"string","value":"x"},{"type":["list","number"],"value":[1,2.5]}]"#,
    r#"{"a":[true,false,null],"":[]}"#,
    r#"{"a":0.1,"b":["x","y"],"type":{"type":"bool","value":null}}"#,
    r#"[true,-9223372036854775808,{"type":"number","value":1e100}]"#,
    r#"{"a":{"b":"c"}}"#,
    "123456789012345678901234567890.5",
];

pub(super) fn type_seeds() -> Vec<Vec<u8>> {
    texts(&TYPES)
}

pub(super) fn json_seeds() -> Vec<Vec<u8>> {
    let pairs = TYPES.iter().zip(VALUES);
    pairs
        .map(|(ty, value)| format!("{ty}\0{value}").into_bytes())
        .collect()
}

pub(super) fn msgpack_seeds() -> Vec<Vec<u8>> {
    let pairs = TYPES.iter().zip(VALUES).map(|(ty, value)| {
        let parsed = Type::from_json(ty.as_bytes()).expect("a type");
        let value = json::decode(value.as_bytes(), &parsed).expect("a value");
        let message = msgpack::encode(&value, &parsed).expect("of its type");
        [ty.as_bytes(), &[0], &message].concat()
    });
    pairs
        .chain([
            b"[\"list\",\"string\"]\0\x92\xd4\x00\x00\xc7\x06\x0c\x82\x01\xc2\x02\xa1a".to_vec(),
            b"\"number\"\0\xcb\x3f\xb9\x99\x99\x99\x99\x99\x9a".to_vec(),
            b"\"number\"\0\xa61e9999".to_vec(),
        ])
        .collect()
}

pub(super) fn refinement_seeds() -> Vec<Vec<u8>> {
    let bodies: [(&str, &[u8]); 7] = [
        ("\"string\"", b"\x82\x01\xc2\x02\xa4arn:"),
        ("\"string\"", b"\x81\x02\xa3e\xcc\x81"),
        (
            "\"number\"",
            b"\x83\x01\xc2\x03\x92\x01\xc3\x04\x92\xa3100\xc2",
        ),
        ("\"number\"", b"\x82\x01\xc2\x03\x92\xa61e9999\xc3"),
        ("[\"list\",\"bool\"]", b"\x83\x01\xc2\x05\x02\x06\x02"),
        ("[\"set\",\"bool\"]", b"\x82\x05\x01\x06\x05"),
        ("\"bool\"", b"\x82\x01\xc3\x07\x81\xa1a\x90"),
    ];
    let seeds = bodies.iter();
    seeds
        .map(|(ty, body)| [ty.as_bytes(), &[0], body].concat())
        .collect()
}

/// Splits an input at its first null byte: before it is the JSON of a type.
fn typed(input: &[u8]) -> Option<(Type, &[u8])> {
    let end = input.iter().position(|byte| *byte == 0)?;
    let ty = Type::from_json(&input[..end]).ok()?;
    Some((ty, &input[end + 1..]))
}

/// Names the outcome by the error's kind and words; the numbers in them are of one input.
fn outcome(error: &Error) -> String {
    let words: String = error
        .message()
        .chars()
        .filter(|c| !c.is_ascii_digit())
        .take(60)
        .collect();
    format!("{:?} {words}", error.kind())
}

/// Checks what holds for each value that has been decoded as a type, however that was.
fn use_value(value: &Value, ty: &Type) {
    ty.conforms(value)
        .expect("a decoded value conforms to its type");
    assert_eq!(value, &value.clone());
    assert_eq!(value_differences(value, value), []);
    let message = msgpack::encode(value, ty).expect("a decoded value can be encoded");
    let again = msgpack::decode(&message, ty).expect("an encoded value can be decoded");
    assert_eq!(
        msgpack::encode(&again, ty).expect("as before"),
        message,
        "encoding is stable"
    );
    value.walk(|path, part| {
        assert!(value.at(path).is_some(), "{path} leads to {part:?}");
        true
    });
    if let Ok(text) = json::encode(value, ty) {
        let read = json::decode(&text, ty).expect("an encoded value can be decoded");
        assert_eq!(
            json::encode(&read, ty).expect("as before"),
            text,
            "encoding is stable"
        );
        serde_json::from_slice::<IgnoredAny>(&text).expect("what is encoded is JSON");
    }
}

pub(super) fn msgpack(input: &[u8]) -> String {
    let Some((ty, message)) = typed(input) else {
        return "no type".to_owned();
    };
    match msgpack::decode(&Bytes::copy_from_slice(message), &ty) {
        Ok(value) => {
            use_value(&value, &ty);
            format!("{ty}")
        }
        Err(error) => outcome(&error),
    }
}

pub(super) fn json(input: &[u8]) -> String {
    let Some((ty, text)) = typed(input) else {
        return "no type".to_owned();
    };
    let options = json::Options {
        ignore_unknown_attributes: true,
        ..json::Options::default()
    };
    drop(json::decode_with(text, &ty, &options));
    match json::decode(text, &ty) {
        Ok(value) => {
            use_value(&value, &ty);
            let encoded = json::encode(&value, &ty).expect("JSON has no unknown values");
            assert_eq!(json::decode(&encoded, &ty).as_ref(), Ok(&value));
            format!("{ty}")
        }
        Err(error) => outcome(&error),
    }
}

pub(super) fn types(input: &[u8]) -> String {
    let ty = match Type::from_json(input) {
        Ok(ty) => ty,
        Err(error) => return outcome(&error),
    };
    assert_eq!(Type::from_json(&ty.to_json()).as_ref(), Ok(&ty));
    assert!(ty.usable_as(&ty));
    ty.to_string()
}

pub(super) fn refinements(input: &[u8]) -> String {
    let Some((ty, body)) = typed(input) else {
        return "no type".to_owned();
    };
    let mut message = vec![0xc9];
    message.extend(u32::try_from(body.len()).unwrap_or_default().to_be_bytes());
    message.push(12);
    message.extend(body);
    match msgpack::decode(&message.into(), &ty) {
        Ok(value) => {
            use_value(&value, &ty);
            if let Value::Unknown(unknown) = &value {
                assert!(
                    unknown.admits(&value),
                    "a refinement admits what is known of itself"
                );
            }
            format!("{ty} {}", value.is_unknown())
        }
        Err(error) => outcome(&error),
    }
}

pub(super) fn path_seeds() -> Vec<Vec<u8>> {
    texts(&[
        "items[0].labels[\"x\"].name",
        "tags[=\"x\"].\"odd name\"",
        "tags[=-1.5e3]",
        "a[=true][99]",
        "naïve.\"\\u00e9\\n\"",
    ])
}

pub(super) fn paths(input: &[u8]) -> String {
    let Ok(text) = std::str::from_utf8(input) else {
        return "no text".to_owned();
    };
    match text.parse::<Path>() {
        Ok(path) => {
            assert_eq!(path.to_string().parse().as_ref(), Ok(&path));
            path.steps().len().to_string()
        }
        Err(error) => outcome(&error),
    }
}

pub(super) fn number_seeds() -> Vec<Vec<u8>> {
    texts(&[
        "0",
        "-12.50e-3",
        "18446744073709551616",
        "1e9999",
        "1e-2147483648",
        "0.1000000000000000055511151231257827021181583404541015625",
        "-Inf",
        "9223372036854775807e1",
        "5e-324",
    ])
}

pub(super) fn numbers(input: &[u8]) -> String {
    let Ok(text) = std::str::from_utf8(input) else {
        return "no text".to_owned();
    };
    let number = match text.parse::<Number>() {
        Ok(number) => number,
        Err(error) => return outcome(&error),
    };
    assert_eq!(number.to_string().parse().as_ref(), Ok(&number));
    assert_eq!(number.cmp(&number.clone()), std::cmp::Ordering::Equal);
    if let Some(float) = number.to_f64() {
        assert_eq!(Some(float), number.to_string().parse().ok());
    }
    let nearest: f64 = number.to_string().replace("+Inf", "inf").parse().unwrap();
    assert_eq!(number.to_f64_lossy(), nearest, "{number}");
    let zero = Number::default();
    format!(
        "{} {:?} {}",
        number.is_integer(),
        number.cmp(&zero),
        number.to_string().len().min(50)
    )
}
