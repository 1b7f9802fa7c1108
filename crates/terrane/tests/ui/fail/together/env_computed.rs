//! A variable is for the settings of a provider.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(env = "ZOO_TOKEN", computed)]
    token: String,
}

fn main() {}
