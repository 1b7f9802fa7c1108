//! A default timeout is a duration.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(timeouts(create = "10m"))]
    timeouts: Timeouts,
}

fn main() {}
