//! Names are lower-case words.

use terrane::prelude::*;

#[function(name = "to_slug")]
fn slug(name: String) -> String {
    name
}

fn main() {}
