//! Only an argument or a result of a function is unknown in part.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    names: Value<Vec<String>>,
}

fn main() {}
