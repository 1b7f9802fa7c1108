//! A relation names a field once.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(conflicts(name, name))]
struct Pet {
    name: Option<String>,
    number: Option<i64>,
}

fn main() {}
