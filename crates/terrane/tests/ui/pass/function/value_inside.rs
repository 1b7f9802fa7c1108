//! A parameter that is unknown in part is `Partial`.

use terrane::prelude::*;

#[function]
fn count(pets: Partial<Vec<String>>) -> bool {
    let _ = pets;
    true
}

fn main() {}
