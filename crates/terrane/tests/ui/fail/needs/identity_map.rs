//! Hosts know identities of strings, bools, numbers and lists of them; a key is the provider's own.

use std::collections::BTreeMap;

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(identity)]
    id: BTreeMap<String, String>,
}

fn main() {}
