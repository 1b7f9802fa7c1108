//! Nobody computes a parameter.

use terrane::prelude::*;

#[function]
fn wait(time: Computed<i64>) -> bool {
    let _ = time;
    true
}

fn main() {}
