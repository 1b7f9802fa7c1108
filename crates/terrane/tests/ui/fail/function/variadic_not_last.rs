//! Only the last parameter takes all further arguments.

use terrane::prelude::*;

#[function]
fn slug(#[variadic] more: Vec<String>, name: String) -> String {
    more.join(&name)
}

fn main() {}
