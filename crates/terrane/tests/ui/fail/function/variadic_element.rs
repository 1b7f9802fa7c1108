//! A parameter has an attribute type.

use terrane::prelude::*;

#[function]
fn slug(#[variadic] more: Vec<char>) -> bool {
    more.is_empty()
}

fn main() {}
