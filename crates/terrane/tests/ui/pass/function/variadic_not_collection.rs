//! What takes all further arguments is a collection.

use terrane::prelude::*;

#[function]
fn slug(#[variadic] more: Vec<i64>) -> bool {
    let _ = more;
    true
}

fn main() {}
