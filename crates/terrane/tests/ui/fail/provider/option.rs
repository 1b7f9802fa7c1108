//! After the address of a provider come its options.

use terrane::prelude::*;

#[derive(Default)]
struct Zoo;

#[provider("example.com/acme/zoo", path = ::terrane)]
impl Provider for Zoo {
    fn register(_: &mut Registry<Self>) {}
}

fn main() {}
