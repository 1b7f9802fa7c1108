//! An enum is its own draft, so it implements `Debug` and `Clone`.

use terrane::prelude::*;

#[derive(Attr, Clone, Debug)]
enum Sex {
    Female,
}

fn main() {}
