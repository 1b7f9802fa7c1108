//! With `filled`, only the model itself has computed fields.

use terrane::prelude::*;

#[derive(Model)]
#[tf(filled)]
struct Pet {
    id: Computed<String>,
    toys: Vec<Toy>,
}

#[derive(Model)]
struct Toy {
    number: Computed<i64>,
}

fn main() {}
