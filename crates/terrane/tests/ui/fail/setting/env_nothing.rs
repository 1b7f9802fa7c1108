//! `env` names at least one variable.

use terrane::prelude::*;

#[derive(Schema)]
struct Config {
    #[tf(env = [])]
    url: String,
}

fn main() {}
