//! A number lies in a range.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(unknown(range(1..)))]
    number: Computed<i64>,
}

fn main() {}
