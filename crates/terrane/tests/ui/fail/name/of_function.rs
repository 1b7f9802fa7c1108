//! Names are lower-case words.

use terrane::prelude::*;

#[function(name = "toSlug")]
fn slug(name: String) -> String {
    name
}

fn main() {}
