//! A parameter may be unknown in part at any depth, or not at all.

use terrane::prelude::*;

#[function]
fn count(pets: Vec<Partial<Vec<String>>>) -> bool {
    let _ = pets;
    true
}

fn main() {}
