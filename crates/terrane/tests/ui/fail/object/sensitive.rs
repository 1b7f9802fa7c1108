//! Hosts hide an object as a whole.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(object)]
struct Certificate {
    name: Sensitive<String>,
}

fn main() {}
