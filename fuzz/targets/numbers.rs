//! Reads any text as a number.
#![no_main]

use libfuzzer_sys::fuzz_target;
use terrane_value::Number;

fuzz_target!(|input: &str| {
    let Ok(number) = input.parse::<Number>() else {
        return;
    };
    assert_eq!(number.to_string().parse(), Ok(number.clone()));
    if let Some(float) = number.to_f64() {
        assert_eq!(Some(float), number.to_string().parse().ok());
    }
});
