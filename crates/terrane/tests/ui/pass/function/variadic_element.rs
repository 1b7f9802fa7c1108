//! A parameter is of a type that the configuration language has.

use terrane::prelude::*;

#[function]
fn slug(#[variadic] more: Vec<String>) -> bool {
    more.is_empty()
}

fn main() {}
