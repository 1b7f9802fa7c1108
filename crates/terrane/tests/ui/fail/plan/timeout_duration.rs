//! A default timeout is a duration.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(timeouts(create = "10minutes"))]
    timeouts: Timeouts,
}

fn main() {}
