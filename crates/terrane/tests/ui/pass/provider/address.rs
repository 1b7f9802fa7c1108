//! The argument of `provider` is the address.

use terrane::prelude::*;

#[derive(Default)]
struct Zoo;

#[provider("example.com/acme/zoo")]
impl Provider for Zoo {
    fn register(_: &mut Registry<Self>) {}
}

fn main() {}
