//! Only a computed field has the option `optional`.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(optional)]
    id: Option<String>,
}

fn main() {}
