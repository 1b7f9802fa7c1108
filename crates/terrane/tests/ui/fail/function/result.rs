//! A function returns an attribute type.

use terrane::prelude::*;

#[function]
fn wait() -> std::time::Duration {
    Default::default()
}

fn main() {}
