//! A parameter is of a type that the configuration language has.

use terrane::prelude::*;

#[function]
fn slug(#[variadic] more: Vec<char>) -> bool {
    more.is_empty()
}

fn main() {}
