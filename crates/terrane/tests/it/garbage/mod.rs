//! Malformed values in every call that carries values: the answer is a diagnostic, with the path where there is one, and the
//! next call on the same server works.

mod bench;
mod lab;

use terrane::prelude::*;
use terrane_protocol::{
    ConfigRequest, Diagnostic, PlanResourceChangeRequest, ReadDataSourceRequest,
};
use terrane_value::{Data, Type, msgpack};

use crate::garbage::bench::{Bench, CALLS};
use crate::garbage::lab::Lab;

/// Numbers that look random and are the same in every run (xorshift).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % sides as u64).unwrap()
    }
}

#[tokio::test]
async fn bytes_that_are_no_value_are_refused_and_the_next_call_works() {
    let bench = Bench::new().await;
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let (mut sent, mut refused) = (0, 0);
    let mut check = async |call: &str, bytes: Vec<u8>, must_fail: bool| {
        let shown = bytes.iter().take(40).copied().collect::<Vec<u8>>();
        let errors = bench.survives(call, bytes.into()).await;
        sent += 1;
        refused += usize::from(!errors.is_empty());
        assert!(!must_fail || !errors.is_empty(), "{call} took {shown:x?}");
    };
    for call in CALLS {
        let good = match bench.good(call) {
            good if call == "upgrade" => good.json,
            good => good.msgpack,
        };
        // Cut off anywhere: never a value. (No bytes at all are a null, which is the host's word for "none".)
        for end in 1..good.len() {
            check(call, good[..end].to_vec(), true).await;
        }
        // More than a value.
        check(call, [&good[..], b"\x01"].concat(), true).await;
        // Any byte changed: some changes make another good value, none may harm.
        for _ in 0..400 {
            let mut bytes = good.to_vec();
            for _ in 0..=dice.roll(3) {
                let at = dice.roll(bytes.len());
                bytes[at] = u8::try_from(dice.roll(256)).unwrap();
            }
            check(call, bytes, false).await;
        }
        // Anything at all.
        for _ in 0..250 {
            let bytes = (0..1 + dice.roll(60))
                .map(|_| u8::try_from(dice.roll(256)).unwrap())
                .collect();
            check(call, bytes, false).await;
        }
        // Deep: lists in lists, maps in maps, JSON in JSON.
        for depth in [200, 5_000, 200_000] {
            check(call, vec![0x91; depth], true).await;
            check(call, [0x81, 0xa1, b'a'].repeat(depth), true).await;
            check(call, vec![b'['; depth], true).await;
        }
        // Huge: lengths that are announced and never come.
        for head in [0xdd_u8, 0xdf, 0xdb, 0xc6] {
            check(call, vec![head, 0xff, 0xff, 0xff, 0xff], true).await;
        }
    }
    assert!(sent >= 10_000, "{sent} bad calls");
    assert!(
        refused * 2 > sent,
        "{refused} of {sent} bad calls were refused"
    );
    println!("{sent} bad calls, {refused} refused");
}

/// Every attribute of a type, by path, with a value of another kind in its place.
fn wrong_kinds(value: &Value) -> Vec<(terrane::Path, Value)> {
    let mut places = Vec::new();
    value.walk(|path, _| {
        places.push(path.clone());
        true
    });
    let wrong = [
        Data::Bool(false),
        Data::String("wrong".into()),
        Data::Map([("w", "w")].into()),
    ];
    let mut all = Vec::new();
    for place in places.into_iter().filter(|place| !place.steps().is_empty()) {
        for wrong in &wrong {
            let mut done = false;
            let changed = value.clone().transform(|path, value| {
                Ok::<_, std::convert::Infallible>(if *path == place {
                    done = true;
                    Value::Known(wrong.clone())
                } else {
                    value
                })
            });
            let Ok(changed) = changed;
            if done {
                all.push((place.clone(), changed));
            }
        }
    }
    all
}

/// Encodes a value by its own form, without regard to its type.
fn encode_untyped(value: &Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    push(&mut bytes, value);
    bytes
}

fn push(bytes: &mut Vec<u8>, value: &Value) {
    let short = |len: usize| u8::try_from(len).unwrap();
    let Value::Known(data) = value else {
        return bytes.push(0xc0);
    };
    match data {
        Data::List(elements) => {
            bytes.push(0x90 | short(elements.len()));
            elements.iter().for_each(|element| push(bytes, element));
        }
        Data::Set(elements) => {
            bytes.push(0x90 | short(elements.len()));
            elements.iter().for_each(|element| push(bytes, element));
        }
        Data::Map(elements) => {
            bytes.push(0x80 | short(elements.len()));
            for (key, element) in elements.iter() {
                bytes.push(0xa0 | short(key.len()));
                bytes.extend_from_slice(key.as_bytes());
                push(bytes, element);
            }
        }
        Data::Object(object) => {
            bytes.push(0x80 | short(object.len()));
            for (name, element) in object.iter() {
                bytes.push(0xa0 | short(name.len()));
                bytes.extend_from_slice(name.as_bytes());
                push(bytes, element);
            }
        }
        Data::Dynamic(typed) => {
            let ty = typed.ty.to_json();
            bytes.extend_from_slice(&[0x92, 0xc4, short(ty.len())]);
            bytes.extend_from_slice(&ty);
            push(bytes, &typed.value);
        }
        Data::Bool(value) => bytes.push(0xc2 | u8::from(*value)),
        scalar => {
            let ty = match scalar {
                Data::String(_) => Type::String,
                Data::Number(_) => Type::Number,
                _ => Type::Dynamic,
            };
            bytes.extend_from_slice(&msgpack::encode(&Value::Known(scalar.clone()), &ty).unwrap());
        }
    }
}

#[tokio::test]
async fn a_value_of_the_wrong_kind_is_named_by_its_path() {
    let bench = Bench::new().await;
    let mut checked = 0;
    for call in CALLS.into_iter().filter(|call| *call != "upgrade") {
        for (path, value) in wrong_kinds(&bench.value(call)) {
            let bytes = encode_untyped(&value);
            if msgpack::decode(&bytes.clone().into(), &bench.ty(call)).is_ok() {
                continue; // A bool where a bool is, a string where a string is.
            }
            let errors = bench.survives(call, bytes.into()).await;
            let named = |error: &Diagnostic| {
                let shown = error
                    .path
                    .as_ref()
                    .map(ToString::to_string)
                    .unwrap_or_default();
                let whole = path.to_string();
                let place = whole.split("[=").next().unwrap();
                // A path on the wire stops at a set; a function's argument has only its text.
                place.starts_with(&shown) && !shown.is_empty() || error.detail.contains(place)
            };
            assert!(
                errors.iter().any(named),
                "{call}: `{path}` is not named in {errors:?}"
            );
            checked += 1;
        }
    }
    assert!(checked > 300, "{checked} values were wrong");
}

#[tokio::test]
async fn types_that_do_not_exist_are_diagnostics() {
    let provider = terrane::server::<Lab>();
    let type_name = "lab_nothing".to_owned();
    let errors = [
        provider
            .validate_resource_config(ConfigRequest {
                type_name: type_name.clone(),
                ..Default::default()
            })
            .await
            .unwrap()
            .diagnostics,
        provider
            .plan_resource_change(PlanResourceChangeRequest {
                type_name: type_name.clone(),
                ..Default::default()
            })
            .await
            .unwrap()
            .diagnostics,
        provider
            .read_data_source(ReadDataSourceRequest {
                type_name,
                ..Default::default()
            })
            .await
            .unwrap()
            .diagnostics,
    ];
    for diagnostics in errors {
        let error = diagnostics
            .errors()
            .next()
            .expect("g1: an unknown type is an error diagnostic");
        assert!(error.summary.ends_with("Type Not Found"), "{error:?}");
    }
}
