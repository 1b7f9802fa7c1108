//! A setting with `env` is not computed.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(env = "ZOO_TOKEN")]
    token: Computed<String>,
}

fn main() {}
