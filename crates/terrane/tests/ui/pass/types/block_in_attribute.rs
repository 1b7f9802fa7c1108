//! A nested attribute contains no blocks at any depth.

use std::collections::BTreeMap;

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    home: Option<Home>,
    homes: BTreeMap<String, Home>,
    #[tf(block)]
    place: Vec<Home>,
    street: Vec<Street>,
}

#[derive(Model)]
struct Street {
    name: String,
    #[tf(flatten)]
    home: Home,
}

#[derive(Model)]
struct Home {
    doors: Vec<Door>,
}

#[derive(Model)]
struct Door {
    colour: String,
}

fn main() {}
