//! A collection of blocks holds nothing dynamic, however deep.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(block)]
    home: Option<Home>,
}

#[derive(Schema)]
struct Home {
    toy: Option<Toy>,
}

#[derive(Schema)]
struct Toy {
    anything: Option<Dynamic>,
}

fn main() {}
