//! Decodes any bytes as MessagePack. The bytes begin with the JSON of a type, up to the first null byte.
#![no_main]

use bytes::Bytes;
use libfuzzer_sys::fuzz_target;
use terrane_value::{Type, msgpack};

fuzz_target!(|input: &[u8]| {
    let Some(end) = input.iter().position(|byte| *byte == 0) else {
        return;
    };
    let Ok(ty) = Type::from_json(&input[..end]) else {
        return;
    };
    let Ok(value) = msgpack::decode(&Bytes::copy_from_slice(&input[end + 1..]), &ty) else {
        return;
    };
    ty.conforms(&value).expect("what is decoded is of the type");
    let message = msgpack::encode(&value, &ty).expect("what is decoded can be encoded");
    msgpack::decode(&message, &ty).expect("what is encoded can be decoded");
});
