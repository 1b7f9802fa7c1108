//! Only the last parameter takes all further arguments.

use terrane::prelude::*;

#[function]
fn slug(more: Vec<String>, #[variadic] most: Vec<String>) -> String {
    more.join(&most.join(""))
}

fn main() {}
