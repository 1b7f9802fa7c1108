//! A block is a model.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(block)]
    pet: Sex,
}

#[derive(Schema)]
struct Diet {
    kcal: i64,
}

#[derive(Schema, Clone, Debug)]
enum Sex {
    Female,
}

fn main() {}
