//! `env` names at least one variable.

use terrane::prelude::*;

#[derive(Schema)]
struct Config {
    #[tf(env = ["ZOO_URL"])]
    url: String,
}

fn main() {}
