//! Reads any text as a path.
#![no_main]

use libfuzzer_sys::fuzz_target;
use terrane_value::Path;

fuzz_target!(|input: &str| {
    let Ok(path) = input.parse::<Path>() else {
        return;
    };
    assert_eq!(path.to_string().parse(), Ok(path));
});
