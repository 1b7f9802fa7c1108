//! A model is a struct, and an enum is an attribute.

use terrane::prelude::*;

#[derive(Clone, Debug, Model)]
enum Size {
    Small,
}

fn main() {}
