//! Four operations can have a timeout.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(timeouts(create, destroy))]
    timeouts: Timeouts,
}

fn main() {}
