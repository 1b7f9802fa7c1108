//! Only the settings of a provider have environment variables.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(env = "ZOO_TOKEN")]
    token: String,
}

fn main() {}
