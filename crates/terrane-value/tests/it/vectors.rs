//! Compares with the results of go-cty, the value library of hosts, for the same types and values.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use bytes::Bytes;
use serde_json::Value as Json;
use terrane_value::{Number, Text, Type, Unknown, Value, json, msgpack};

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

fn vectors(section: &str) -> Vec<Json> {
    let text = std::fs::read_to_string(tests().join("vectors.json")).unwrap();
    let mut all: Json = serde_json::from_str(&text).unwrap();
    let Json::Array(vectors) = all[section].take() else {
        panic!("no section {section}")
    };
    assert!(vectors.len() > 20, "{section}");
    vectors
}

fn text<'a>(vector: &'a Json, field: &str) -> &'a str {
    vector[field]
        .as_str()
        .unwrap_or_else(|| panic!("{vector} has no {field}"))
}

fn bytes(vector: &Json, field: &str) -> Bytes {
    let digits = text(vector, field);
    (0..digits.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap())
        .collect()
}

fn ty(json: &Json) -> Type {
    Type::from_json(json.to_string().as_bytes()).unwrap_or_else(|error| panic!("{json}: {error}"))
}

fn decode(message: &Bytes, ty: &Type) -> Value {
    msgpack::decode(message, ty).unwrap_or_else(|error| panic!("{message:x} as {ty}: {error}"))
}

fn encode(value: &Value, ty: &Type) -> Bytes {
    msgpack::encode(value, ty).unwrap_or_else(|error| panic!("{value:?} as {ty}: {error}"))
}

fn json_of(value: &Value, ty: &Type) -> String {
    let json = json::encode(value, ty).unwrap_or_else(|error| panic!("{value:?} as {ty}: {error}"));
    String::from_utf8(json).unwrap()
}

/// Zero has no sign here.
fn without_negative_zero(text: &str) -> &str {
    if text == "-0" { "0" } else { text }
}

#[test]
fn numbers_have_the_text_and_the_msgpack_of_cty() {
    for vector in vectors("numbers") {
        let number: Number = text(&vector, "text").parse().unwrap();
        let value = Value::from(number.clone());
        assert_eq!(
            json_of(&value, &Type::Number),
            without_negative_zero(text(&vector, "json")),
            "{vector}"
        );
        let message = bytes(&vector, "msgpack");
        assert_eq!(encode(&value, &Type::Number), message, "{vector}");
        // An exact float is read as the decimal text of the float.
        if number.is_integer() || number.to_f64().is_none() || text(&vector, "json").len() < 17 {
            assert_eq!(decode(&message, &Type::Number), value, "{vector}");
        }
    }
}

#[test]
fn floats_have_the_text_and_the_msgpack_of_cty() {
    for vector in vectors("floats") {
        let value = decode(&bytes(&vector, "message"), &Type::Number);
        let number = value.as_number().unwrap();
        let json = text(&vector, "json");
        let rounded = number
            .to_i64()
            .is_some_and(|int| int.unsigned_abs() > 1 << 53);
        if rounded || number.to_f64_lossy().is_subnormal() {
            // go-cty writes these integers rounded to 53 bits in JSON, yet sends them exactly. And it writes the
            // smallest floats with more digits than they have.
            assert_eq!(
                number.to_f64_lossy(),
                json.parse::<f64>().unwrap(),
                "{vector}"
            );
        } else {
            assert_eq!(
                json_of(&value, &Type::Number),
                without_negative_zero(json),
                "{vector}"
            );
        }
        assert_eq!(
            encode(&value, &Type::Number),
            bytes(&vector, "echo"),
            "{vector}"
        );
    }
}

#[test]
fn numbers_have_the_order_of_cty() {
    for vector in vectors("order") {
        let (a, b): (Number, Number) = (
            text(&vector, "a").parse().unwrap(),
            text(&vector, "b").parse().unwrap(),
        );
        assert_eq!(
            a.cmp(&b) as i64,
            vector["cmp"].as_i64().unwrap(),
            "{vector}"
        );
    }
}

#[test]
fn strings_are_normalised_as_by_cty() {
    for vector in vectors("strings") {
        assert_eq!(
            Text::from(vector[0].as_str().unwrap()),
            vector[1].as_str().unwrap(),
            "{vector}"
        );
    }
}

#[test]
fn prefixes_are_truncated_as_by_cty() {
    for vector in vectors("prefixes") {
        let unknown = Unknown::new()
            .with_string_prefix(vector[0].as_str().unwrap())
            .unwrap();
        let prefix = unknown.string_prefix().map_or("", |prefix| prefix);
        assert_eq!(prefix, vector[1].as_str().unwrap(), "{vector}");
    }
}

#[test]
fn values_are_decoded_and_encoded_as_by_cty() {
    for vector in vectors("values") {
        let ty = ty(&vector["type"]);
        assert_eq!(
            String::from_utf8(ty.to_json()).unwrap(),
            vector["type"].to_string()
        );
        let message = bytes(&vector, "msgpack");
        let value = decode(&message, &ty);
        ty.conforms(&value).unwrap();
        assert_eq!(encode(&value, &ty), message, "{vector}");
        match vector["json"].as_str() {
            Some(json) => {
                assert!(value.is_wholly_known(), "{vector}");
                assert_eq!(json_of(&value, &ty), json, "{vector}");
                assert_eq!(
                    json::decode(json.as_bytes(), &ty).unwrap(),
                    value,
                    "{vector}"
                );
            }
            None => {
                assert!(!value.is_wholly_known(), "{vector}");
                let error = json::encode(&value, &ty).unwrap_err();
                assert_eq!(error.kind(), terrane_value::ErrorKind::Unknown, "{vector}");
            }
        }
    }
}

#[test]
fn refinements_are_encoded_as_by_cty() {
    for vector in vectors("refinements") {
        let ty = ty(&vector["type"]);
        let value = decode(&bytes(&vector, "message"), &ty);
        assert_eq!(
            encode(&value, &ty),
            bytes(&vector, "echo"),
            "{vector} {value:?}"
        );
    }
}

#[test]
fn json_is_decoded_as_by_cty() {
    for vector in vectors("json") {
        let ty = ty(&vector["type"]);
        match (
            json::decode(text(&vector, "json").as_bytes(), &ty),
            vector["msgpack"].is_string(),
        ) {
            (Ok(value), true) => {
                assert_eq!(encode(&value, &ty), bytes(&vector, "msgpack"), "{vector}")
            }
            (Err(_), false) => {}
            (ours, _) => panic!("{vector}: {ours:?}"),
        }
    }
}

/// The vectors are what the program writes; with `CI=true` this test is never skipped.
#[test]
fn vectors_are_fresh() {
    let ci = std::env::var("CI").is_ok_and(|ci| ci == "true");
    let mut go = Command::new("go");
    go.args(["run", "."])
        .current_dir(tests().join("go"))
        .env("GOTOOLCHAIN", "local");
    if !ci {
        // Tests need no network: either the modules are there, or this one is skipped.
        go.env("GOPROXY", "off");
    }
    let output = match go.output() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            assert!(!ci, "CI requires Go");
            println!("skipped: there is no `go`");
            return;
        }
        output => output.unwrap(),
    };
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr);
        assert!(!ci, "{reason}");
        println!("skipped: {reason}");
        return;
    }
    let written = String::from_utf8(output.stdout).unwrap();
    let checked_in = std::fs::read_to_string(tests().join("vectors.json")).unwrap();
    for (ours, theirs) in checked_in.lines().zip(written.lines()) {
        assert_eq!(
            ours, theirs,
            "write tests/vectors.json again: go run . > ../vectors.json"
        );
    }
    assert_eq!(checked_in.lines().count(), written.lines().count());
}
