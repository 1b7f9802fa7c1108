//! A function has an explicit result type.

use terrane::prelude::*;

#[function]
fn slug(name: String) -> impl ToString {
    name
}

fn main() {}
