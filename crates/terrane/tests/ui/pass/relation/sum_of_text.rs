//! A sum has whole numbers only.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(sum_of(total, part))]
struct Pet {
    total: Option<i64>,
    part: i64,
}

fn main() {}
