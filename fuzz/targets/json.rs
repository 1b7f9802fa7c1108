//! Decodes any bytes as JSON. The bytes begin with the JSON of a type, up to the first null byte.
#![no_main]

use libfuzzer_sys::fuzz_target;
use terrane_value::{Type, json};

fuzz_target!(|input: &[u8]| {
    let Some(end) = input.iter().position(|byte| *byte == 0) else {
        return;
    };
    let Ok(ty) = Type::from_json(&input[..end]) else {
        return;
    };
    let Ok(value) = json::decode(&input[end + 1..], &ty) else {
        return;
    };
    let text = json::encode(&value, &ty).expect("what is decoded can be encoded");
    assert_eq!(
        json::decode(&text, &ty).expect("what is encoded can be decoded"),
        value
    );
});
