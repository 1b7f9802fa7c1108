//! A parameter has an attribute type.

use terrane::prelude::*;

#[function]
fn slug(#[variadic] more: Vec<String>) -> bool {
    more.is_empty()
}

fn main() {}
