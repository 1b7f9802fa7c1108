//! A returned collection has elements of one type, so they are not `Dynamic`.

use terrane::prelude::*;

#[function]
fn pick(all: Vec<Dynamic>) -> Option<Dynamic> {
    drop(all);
    Default::default()
}

fn main() {}
