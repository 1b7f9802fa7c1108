//! The message of a sum shows numbers, so none of them is a secret.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(sum_of(total, part))]
struct Pet {
    total: Option<i64>,
    part: Sensitive<i64>,
}

fn main() {}
