//! A parameter is of a type that the configuration language has.

use terrane::prelude::*;

#[function]
fn wait(time: std::time::Duration) -> bool {
    let _ = time;
    true
}

fn main() {}
