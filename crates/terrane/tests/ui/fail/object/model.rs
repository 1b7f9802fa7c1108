//! An object holds objects, not models.

use terrane::prelude::*;

#[derive(Model)]
struct Key {
    bits: i64,
}

#[derive(Attr)]
struct Certificate {
    key: Key,
}

fn main() {}
