//! Wrappers nest in one order.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: Option<Id>,
}

type Id = Computed<String>;

type Name = String;

fn main() {}
