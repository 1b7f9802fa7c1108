//! `#[variadic]` has no arguments.

use terrane::prelude::*;

#[function]
fn slug(#[variadic(2)] more: Vec<String>) -> String {
    more.concat()
}

fn main() {}
