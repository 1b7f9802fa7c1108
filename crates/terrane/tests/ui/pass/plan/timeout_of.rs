//! Four operations can have a timeout.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(timeouts(create, delete))]
    timeouts: Timeouts,
}

fn main() {}
