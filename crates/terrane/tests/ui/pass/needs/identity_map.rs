//! The parts of an identity are strings, bools, numbers or lists of them; a key may have other types.

use std::collections::BTreeMap;

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(key)]
    id: BTreeMap<String, String>,
}

fn main() {}
