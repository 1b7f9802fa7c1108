//! Nobody configures what is no attribute.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(identity, optional)]
    account: Computed<String>,
}

fn main() {}
