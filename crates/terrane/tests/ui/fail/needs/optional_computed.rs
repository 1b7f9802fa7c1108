//! Only what is computed needs to say that it is optional too.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(optional)]
    id: Option<String>,
}

fn main() {}
