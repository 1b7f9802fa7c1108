//! `known!` reads fields of a draft.

use terrane::prelude::*;

#[derive(Model)]
struct Common {
    year: Option<i64>,
}

#[derive(Model)]
struct Pet {
    #[tf(flatten)]
    common: Common,
}

fn year(pet: &PetDraft) -> Option<&i64> {
    known!(pet; common.year)
}

fn main() {}
