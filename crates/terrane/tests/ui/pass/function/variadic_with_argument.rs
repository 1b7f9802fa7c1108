//! `#[variadic]` has no arguments.

use terrane::prelude::*;

#[function]
fn slug(#[variadic] more: Vec<String>) -> String {
    more.concat()
}

fn main() {}
