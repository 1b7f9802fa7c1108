//! Settings stand where they mean something.

use terrane::prelude::*;

#[function()]
fn slug(name: String) -> String {
    name
}

fn main() {}
