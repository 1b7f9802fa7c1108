//! A block is a model.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(block)]
    pet: Diet,
}

#[derive(Model)]
struct Diet {
    kcal: i64,
}

#[derive(Attr, Clone, Debug)]
enum Sex {
    Female,
}

fn main() {}
