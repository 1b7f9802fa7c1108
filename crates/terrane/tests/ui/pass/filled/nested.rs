//! What is filled stands in the model itself.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(filled)]
struct Pet {
    id: Computed<String>,
    toys: Vec<Toy>,
}

#[derive(Schema)]
struct Toy {
    number: Option<i64>,
}

fn main() {}
