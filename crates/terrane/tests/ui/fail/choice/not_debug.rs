//! A choice is its own draft, which can be shown.

use terrane::prelude::*;

#[derive(Schema, Clone)]
enum Sex {
    Female,
}

fn main() {}
