//! Only the last parameter takes all further arguments.

use terrane::prelude::*;

#[function]
fn slug(more: Vec<String>, name: String) -> String {
    more.join(&name)
}

fn main() {}
