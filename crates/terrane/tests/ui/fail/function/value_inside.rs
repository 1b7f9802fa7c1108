//! A parameter that is unknown in part is `Partial`.

use terrane::prelude::*;

#[function]
fn count(pets: Vec<Value<String>>) -> bool {
    let _ = pets;
    true
}

fn main() {}
