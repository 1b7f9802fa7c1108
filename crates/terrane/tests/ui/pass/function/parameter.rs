//! A parameter has an attribute type.

use terrane::prelude::*;

#[function]
fn wait(time: String) -> bool {
    let _ = time;
    true
}

fn main() {}
