//! Fields that exclude each other are `at_most_one_of`.

use terrane::prelude::*;

#[derive(Model)]
#[tf(conflicts(name, number))]
struct Pet {
    name: Option<String>,
    number: Option<i64>,
}

fn main() {}
