//! A parameter is not computed.

use terrane::prelude::*;

#[function]
fn wait(time: Option<i64>) -> bool {
    let _ = time;
    true
}

fn main() {}
