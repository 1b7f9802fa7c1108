//! The error of a function becomes a diagnostic.

use terrane::prelude::*;

#[function]
fn wait() -> std::result::Result<String, Error> {
    Ok(String::new())
}

fn main() {}
