//! `known!` reads fields of a draft.

use terrane::prelude::*;

#[derive(Schema)]
struct Common {
    year: Option<i64>,
}

#[derive(Schema)]
struct Pet {
    #[tf(flatten)]
    common: Common,
}

fn year(pet: &Pet) -> Option<&i64> {
    known!(pet; common.year)
}

fn main() {}
