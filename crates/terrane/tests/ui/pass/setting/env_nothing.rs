//! `env` names at least one variable.

use terrane::prelude::*;

#[derive(Model)]
struct Config {
    #[tf(env = ["ZOO_URL"])]
    url: String,
}

fn main() {}
