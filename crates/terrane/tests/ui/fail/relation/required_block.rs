//! A required block is always set.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(exactly_one_of(name, home))]
struct Pet {
    name: Option<String>,
    #[tf(block)]
    home: Home,
}

#[derive(Schema)]
struct Home {
    street: String,
}

fn main() {}
