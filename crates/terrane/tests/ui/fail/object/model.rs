//! An object holds objects, not models.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(plain)]
struct Key {
    bits: i64,
}

#[derive(Schema)]
#[tf(object)]
struct Certificate {
    key: Key,
}

fn main() {}
