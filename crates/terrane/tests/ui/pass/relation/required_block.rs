//! A required block is always set.

use terrane::prelude::*;

#[derive(Model)]
#[tf(exactly_one_of(name, home))]
struct Pet {
    name: Option<String>,
    #[tf(block)]
    home: Option<Home>,
}

#[derive(Model)]
struct Home {
    street: String,
}

fn main() {}
