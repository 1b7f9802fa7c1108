//! Hosts hide an object as a whole.

use terrane::prelude::*;

#[derive(Attr)]
struct Certificate {
    name: Sensitive<String>,
}

fn main() {}
