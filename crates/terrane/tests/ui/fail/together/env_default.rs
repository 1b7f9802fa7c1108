//! A setting comes from the variable or from nowhere.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(env = "ZOO_TOKEN", default = "x")]
    token: String,
}

fn main() {}
