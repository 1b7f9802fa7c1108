//! A collection of blocks contains no dynamic values at any depth.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(block)]
    home: Option<Home>,
}

#[derive(Model)]
struct Home {
    toy: Option<Toy>,
}

#[derive(Model)]
struct Toy {
    anything: Option<Dynamic>,
}

fn main() {}
