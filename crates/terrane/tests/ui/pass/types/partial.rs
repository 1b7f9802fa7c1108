//! Only an argument or a result of a function is unknown in part.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    names: Value<Vec<String>>,
}

fn main() {}
