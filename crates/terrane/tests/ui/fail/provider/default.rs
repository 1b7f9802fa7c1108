//! A provider without settings has a default.

use terrane::prelude::*;

#[derive(Debug)]
struct Zoo;

#[provider("example.com/acme/zoo")]
impl Provider for Zoo {
    fn register(_: &mut Registry<Self>) {}
}

fn main() {}
