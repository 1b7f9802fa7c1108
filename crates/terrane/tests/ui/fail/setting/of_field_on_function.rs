//! Settings stand where they mean something.

use terrane::prelude::*;

#[function(keep)]
fn slug(name: String) -> String {
    name
}

fn main() {}
