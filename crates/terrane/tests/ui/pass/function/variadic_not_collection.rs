//! A variadic parameter is a collection.

use terrane::prelude::*;

#[function]
fn slug(#[variadic] more: Vec<i64>) -> bool {
    let _ = more;
    true
}

fn main() {}
