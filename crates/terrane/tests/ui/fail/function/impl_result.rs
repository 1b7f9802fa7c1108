//! The result's type is written out.

use terrane::prelude::*;

#[function]
fn slug(name: String) -> impl ToString {
    name
}

fn main() {}
