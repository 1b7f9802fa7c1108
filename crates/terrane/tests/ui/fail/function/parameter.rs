//! A parameter has an attribute type.

use terrane::prelude::*;

#[function]
fn wait(time: std::time::Duration) -> bool {
    let _ = time;
    true
}

fn main() {}
