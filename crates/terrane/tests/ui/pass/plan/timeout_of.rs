//! Four operations can have a timeout.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(timeouts(create, delete))]
    timeouts: Timeouts,
}

fn main() {}
