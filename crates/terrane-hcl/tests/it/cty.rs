//! Compares conversions with the results of go-cty, the value library of hosts. The vectors are those of `terrane-value`, whose test keeps them fresh.

use bytes::Bytes;
use serde_json::Value as Json;
use terrane_hcl::value::{Value, unify};
use terrane_value::{Type, msgpack};

fn vectors(section: &str) -> Vec<Json> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../terrane-value/tests/vectors.json"
    );
    let text = std::fs::read_to_string(path).expect("the vectors");
    let mut all: Json = serde_json::from_str(&text).expect("JSON");
    let Json::Array(vectors) = all[section].take() else {
        panic!("no section {section}")
    };
    assert!(vectors.len() > 20, "{section}");
    vectors
}

fn ty(json: &Json) -> Type {
    Type::from_json(json.to_string().as_bytes()).unwrap_or_else(|error| panic!("{json}: {error}"))
}

fn decode(vector: &Json, field: &str, ty: &Type) -> terrane_value::Value {
    let digits = vector[field].as_str().expect("hexadecimal digits");
    let bytes = (0..digits.len()).step_by(2);
    let bytes = bytes.map(|at| u8::from_str_radix(&digits[at..at + 2], 16).expect("digits"));
    msgpack::decode(&bytes.collect::<Bytes>(), ty).expect("a value")
}

#[test]
fn values_are_converted_as_by_cty() {
    for vector in vectors("conversions") {
        let (from, to) = (ty(&vector["from"]), ty(&vector["to"]));
        let value = decode(&vector, "value", &from);
        let value = Value::from_exchange(&value, &from).expect("a value of the language");
        let ours = value.to_exchange_as(&to);
        if vector["result"].is_string() {
            let ours = ours.unwrap_or_else(|error| panic!("{vector}: {error}"));
            assert_eq!(ours, decode(&vector, "result", &to), "{vector}");
        } else {
            assert!(ours.is_err(), "{vector}: {ours:?}");
        }
    }
}

#[test]
fn types_are_unified_as_by_cty() {
    for vector in vectors("unify") {
        let types: Vec<Type> = vector["types"]
            .as_array()
            .expect("types")
            .iter()
            .map(ty)
            .collect();
        let theirs = Some(&vector["result"]).filter(|result| !result.is_null());
        assert_eq!(unify(&types), theirs.map(ty), "{vector}");
        let reversed = unify(types.iter().rev());
        if let (Some(one), Some(other)) = (unify(&types), reversed) {
            assert!(
                one.usable_as(&other) || other.usable_as(&one),
                "{one} {other}"
            );
        }
        for ty in &types {
            assert_eq!(unify([ty, ty]).as_ref(), Some(ty));
        }
    }
}

#[test]
fn the_deepest_types_are_unified() {
    let make: [fn(Type) -> Type; 4] = [
        Type::list,
        Type::map,
        |ty| Type::tuple([ty]),
        |ty| Type::object([("a", ty)]),
    ];
    for make in make {
        let ty = (0..150).fold(Type::String, |ty, _| make(ty));
        assert_eq!(unify([&ty, &ty]), Some(ty));
    }
}
