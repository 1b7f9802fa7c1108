//! Small messages that describe large values: their allocations are limited.
//!
//! Each message is decoded, and encoded again in both formats where it could be decoded. None of these steps may ever hold more than twelve times the bytes
//! of the message or 256 MiB, whichever is larger.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use bytes::Bytes;
use terrane_value::msgpack::{self, Size};
use terrane_value::{Data, ErrorKind, Limits, Number, Type, Typed, Value, json};

/// The most bytes that may be allocated at one time for a message of a size.
fn bound(size: usize) -> u64 {
    u64::try_from((12 * size).max(256 << 20)).unwrap()
}

fn measured<T>(what: &str, size: usize, work: impl FnOnce() -> T) -> T {
    let mut outcome = None;
    let info = allocation_counter::measure(|| outcome = Some(work()));
    assert!(
        info.bytes_max <= bound(size),
        "{what}: {} bytes of a message of {size}",
        info.bytes_max
    );
    outcome.unwrap()
}

/// Decodes and encodes within the bound; says whether the message could be decoded.
fn fits(what: &str, ty: &Type, message: Vec<u8>, is_json: bool) -> bool {
    let message = Bytes::from(message);
    let size = message.len();
    let decoded = measured(what, size, || {
        if is_json {
            json::decode(&message, ty)
        } else {
            msgpack::decode(&message, ty)
        }
    });
    let value = match decoded {
        Ok(value) => value,
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::Limit, "{what}: {error}");
            return false;
        }
    };
    let bytes = measured(what, size, || msgpack::encode(&value, ty));
    measured(what, size, || json::encode(&value, ty).is_ok());
    drop(value);
    match bytes {
        // What is sent can be read again.
        Ok(bytes) => drop(measured(what, bytes.len(), || {
            msgpack::decode(&bytes, ty).unwrap()
        })),
        Err(error) => assert_eq!(error.kind(), ErrorKind::Limit, "{what}: {error}"),
    }
    true
}

fn array(length: usize, element: &[u8]) -> Vec<u8> {
    let mut message = vec![0xdd];
    message.extend(u32::try_from(length).unwrap().to_be_bytes());
    message.extend(element.repeat(length));
    message
}

fn json_array(length: usize, element: &str) -> Vec<u8> {
    format!("[{}]", vec![element; length].join(",")).into_bytes()
}

#[test]
fn a_list_of_16_million_bools_is_refused_before_it_takes_memory() {
    let message = Bytes::from(array(16_000_000, &[0xc3]));
    let ty = Type::list(Type::Bool);
    let mut outcome = None;
    let info = allocation_counter::measure(|| outcome = Some(msgpack::decode(&message, &ty)));
    let error = outcome.unwrap().unwrap_err();
    assert_eq!(
        error.to_string(),
        "the value takes more than the 96000030 bytes of memory allowed for a message of this size"
    );
    assert!(info.bytes_max < 1000, "{}", info.bytes_max);
}

#[test]
fn a_list_of_a_million_bools_is_read_in_both_formats() {
    let ty = Type::list(Type::Bool);
    assert!(fits("bools", &ty, array(1_000_000, &[0xc3]), false));
    assert!(fits("bools", &ty, json_array(1_000_000, "true"), true));
}

#[test]
fn a_value_within_the_limits_of_json_is_within_those_of_msgpack() {
    let set = Type::set(Type::Number);
    for (ty, elements) in [(Type::list(Type::Number), 1_600_000), (set, 400_000)] {
        let numbers: Vec<String> = (0..elements).map(|n| n.to_string()).collect();
        let text = format!("[{}]", numbers.join(","));
        let value = json::decode(text.as_bytes(), &ty).unwrap();
        let message = msgpack::encode(&value, &ty).unwrap();
        assert_eq!(msgpack::decode(&message, &ty).unwrap(), value);
    }
}

#[test]
fn small_parts_of_large_messages_stay_within_the_bound() {
    const SIZE: usize = 4_000_000;
    let mut named = b"\x81\xa1a".to_vec();
    named.push(0xc0);
    let dynamic = b"\x92\xc4\x06\"bool\"\xc3";
    let attributes: Vec<String> = (0..8).map(|n| format!("\"{n}\":\"bool\"")).collect();
    let object = format!("[\"object\",{{{}}}]", attributes.join(","));
    let mut typed = vec![0x92, 0xc4, u8::try_from(object.len()).unwrap()];
    typed.extend(object.as_bytes());
    typed.push(0xc0);
    let refined = b"\xc7\x03\x0c\x81\x01\xc2";
    let long = b"\xc7\x08\x0c\x83\x01\xc2\x05\x20\x06\x20\xc0";
    let prefix = b"\xc7\x06\x0c\x82\x01\xc2\x02\xa1a";
    let bounded = b"\xc7\x07\x0c\x82\x01\xc2\x03\x92\x01\xc3";
    let cases: [(&str, Type, &[u8]); 14] = [
        ("lists", Type::list(Type::list(Type::Bool)), b"\x90"),
        (
            "lists of one",
            Type::list(Type::list(Type::Bool)),
            b"\x91\xc3",
        ),
        ("sets", Type::list(Type::set(Type::Bool)), b"\x90"),
        (
            "sets of one",
            Type::list(Type::set(Type::Bool)),
            b"\x91\xc3",
        ),
        (
            "maps of one",
            Type::list(Type::map(Type::Bool)),
            b"\x81\xa0\xc3",
        ),
        (
            "objects",
            Type::list(Type::object([("a", Type::Bool)])),
            &named,
        ),
        ("dynamic bools", Type::list(Type::Dynamic), dynamic),
        ("dynamic objects", Type::list(Type::Dynamic), &typed),
        ("refined", Type::list(Type::String), refined),
        ("prefixes", Type::list(Type::String), prefix),
        ("bounds", Type::list(Type::Number), bounded),
        (
            "lists of a length",
            Type::list(Type::list(Type::Bool)),
            long,
        ),
        (
            "text not normalised",
            Type::list(Type::String),
            b"\xa3e\xcc\x81",
        ),
        (
            "large floats",
            Type::list(Type::Number),
            b"\xcb\x7e\x37\xe4\x3c\x88\x00\x75\x9c",
        ),
    ];
    for (what, ty, part) in cases {
        // What does not fit must be refused within the bound, and a hundredth of it must fit.
        fits(what, &ty, array(SIZE / part.len(), part), false);
        assert!(
            fits(what, &ty, array(SIZE / 100 / part.len(), part), false),
            "{what}"
        );
    }
}

#[test]
fn small_parts_of_large_json_stay_within_the_bound() {
    const SIZE: usize = 4_000_000;
    let wide = Type::object((0..1000).map(|n| (format!("attribute_{n}"), Type::Bool)));
    let named = Type::object([("n".repeat(1 << 20), Type::Bool)]);
    let cases = [
        ("bools", Type::list(Type::Bool), "true"),
        ("numbers", Type::list(Type::Number), "1"),
        ("null", Type::list(Type::String), "null"),
        ("texts", Type::list(Type::String), "\"\""),
        ("escapes", Type::list(Type::String), "\"\\u0001\\n\""),
        ("sets", Type::list(Type::set(Type::Bool)), "[]"),
        ("lists of one", Type::list(Type::list(Type::Bool)), "[true]"),
        (
            "maps of one",
            Type::list(Type::map(Type::Bool)),
            "{\"\":null}",
        ),
        ("objects of nothing", Type::list(wide.clone()), "{}"),
        ("null objects", Type::list(wide), "null"),
        ("objects of a long name", Type::list(named), "{}"),
        ("exponents", Type::list(Type::Number), "1e9999"),
        ("exponents in text", Type::list(Type::Number), "\"1e-9999\""),
        (
            "dynamic",
            Type::list(Type::Dynamic),
            "{\"type\":\"bool\",\"value\":null}",
        ),
    ];
    for (what, ty, part) in cases {
        fits(what, &ty, json_array(SIZE / part.len(), part), true);
    }
}

#[test]
fn repeated_exponents_cannot_fill_the_memory() {
    let ty = Type::list(Type::Number);
    // 140 kB that would be 200 MB of digits.
    assert!(!fits("JSON", &ty, json_array(20_000, "1e9999"), true));
    assert!(!fits(
        "MessagePack",
        &ty,
        array(20_000, b"\xa61e9999"),
        false
    ));
    assert!(fits("a few", &ty, json_array(1000, "1e9999"), true));
}

#[test]
fn elements_that_differ_stay_within_the_bound() {
    let keys = (0..300_000).map(|n| format!("\"{:06}\":0", 999_999 - n));
    let keys = format!("{{{}}}", keys.collect::<Vec<_>>().join(","));
    fits(
        "a map in descending order",
        &Type::map(Type::Number),
        keys.into_bytes(),
        true,
    );
    let numbers: Vec<String> = (0..600_000).map(|n| n.to_string()).collect();
    let numbers = format!("[{}]", numbers.join(",")).into_bytes();
    fits("a set", &Type::set(Type::Number), numbers, true);
    let mut set = vec![0xdd];
    set.extend(3_000_000_u32.to_be_bytes());
    (0..3_000_000_u32).for_each(|n| {
        set.push(0xce);
        set.extend(n.to_be_bytes());
    });
    fits("a set", &Type::set(Type::Number), set, false);
}

#[test]
fn types_inside_dynamic_values_count_towards_the_limit() {
    let attributes = (0..300_000).map(|n| format!("\"{n}\":\"bool\""));
    let object = format!(
        "[\"object\",{{{}}}]",
        attributes.collect::<Vec<_>>().join(",")
    );
    let optional = (0..60_000).map(|n| format!("\"{n}\""));
    let optional = optional.collect::<Vec<_>>().join(",");
    let some = (0..60_000).map(|n| format!("\"{n}\":\"bool\""));
    let some = some.collect::<Vec<_>>().join(",");
    let tuple = format!("[\"tuple\",[{}]]", vec!["\"bool\""; 600_000].join(","));
    for ty in [
        object,
        format!("[\"object\",{{{some}}},[{optional}]]"),
        tuple,
    ] {
        measured("a type", ty.len(), || drop(Type::from_json(ty.as_bytes())));
        let text = format!("{{\"type\":{ty},\"value\":null}}");
        measured("a dynamic value", text.len(), || {
            drop(json::decode(text.as_bytes(), &Type::Dynamic));
        });
    }
}

#[test]
fn a_value_that_could_not_be_read_again_is_not_sent() {
    let bools = Value::list(vec![true; 2_000_000]);
    let ty = Type::list(Type::Bool);
    let error = msgpack::encode(&bools, &ty).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
    let size = Size::of(&bools, &ty).unwrap();
    assert_eq!(size.check(&Limits::default()), Err(error));
    let number: Number = "1e9999".parse().unwrap();
    let numbers = Value::list(vec![number; 30_000]);
    let ty = Type::list(Type::Number);
    for error in [
        msgpack::encode(&numbers, &ty).unwrap_err(),
        json::encode(&numbers, &ty).unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::Limit);
    }
    let typed = Typed {
        ty: Type::Bool,
        value: Value::Null,
    };
    let dynamic = vec![Value::Known(Data::Dynamic(Box::new(typed))); 1_000_000];
    let error = msgpack::encode(&Value::list(dynamic), &Type::list(Type::Dynamic)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
}
