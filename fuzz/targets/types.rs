//! Reads any bytes as the JSON of a type.
#![no_main]

use libfuzzer_sys::fuzz_target;
use terrane_value::{Type, unify};

fuzz_target!(|input: &[u8]| {
    let Ok(ty) = Type::from_json(input) else {
        return;
    };
    assert_eq!(
        Type::from_json(&ty.to_json()).expect("what is written can be read"),
        ty
    );
    assert!(ty.usable_as(&ty));
    unify([&ty, &Type::String, &ty]);
});
