//! The elements of what a function returns are of one type, which `Dynamic` does not promise.

use terrane::prelude::*;

#[function]
fn pick(all: Vec<Dynamic>) -> Vec<Dynamic> {
    drop(all);
    Default::default()
}

fn main() {}
