//! An object holds objects, not timeouts.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(object)]
struct Certificate {
    key: Timeouts,
}

fn main() {}
