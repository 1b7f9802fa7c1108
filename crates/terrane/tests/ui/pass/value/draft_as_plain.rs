//! A field of a draft is a `Value`.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    legs: i64,
}

fn legs(config: &Draft<Pet>) -> &Value<i64> {
    &config.legs
}

fn main() {}
