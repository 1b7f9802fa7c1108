//! A nested attribute contains no blocks at any depth.

use std::collections::BTreeMap;

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    home: Option<Home>,
    homes: BTreeMap<String, Home>,
    #[tf(block)]
    place: Vec<Home>,
    street: Vec<Street>,
}

#[derive(Schema)]
struct Street {
    name: String,
    #[tf(flatten)]
    home: Home,
}

#[derive(Schema)]
struct Home {
    #[tf(block)]
    doors: Vec<Door>,
}

#[derive(Schema)]
struct Door {
    colour: String,
}

fn main() {}
