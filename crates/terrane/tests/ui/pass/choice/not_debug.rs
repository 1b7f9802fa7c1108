//! An enum is its own draft, so it implements `Debug` and `Clone`.

use terrane::prelude::*;

#[derive(Schema, Clone, Debug)]
enum Sex {
    Female,
}

fn main() {}
