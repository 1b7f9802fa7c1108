//! What takes all further arguments is a collection.

use terrane::prelude::*;

#[function]
fn slug(#[variadic] more: i64) -> bool {
    let _ = more;
    true
}

fn main() {}
