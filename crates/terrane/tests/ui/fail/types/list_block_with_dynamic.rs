//! A collection of blocks contains no dynamic values at any depth.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(block)]
    home: Vec<Home>,
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
