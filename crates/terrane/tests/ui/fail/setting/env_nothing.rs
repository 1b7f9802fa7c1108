//! `env` names at least one variable.

use terrane::prelude::*;

#[derive(Model)]
struct Config {
    #[tf(env = [])]
    url: String,
}

fn main() {}
