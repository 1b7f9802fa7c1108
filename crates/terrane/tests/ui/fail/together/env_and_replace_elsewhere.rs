//! A model with variables is a provider's settings, which no plan replaces.

use terrane::prelude::*;

#[derive(Model)]
struct Config {
    #[tf(env = "ZOO_TOKEN")]
    token: Option<String>,
    #[tf(replace)]
    url: String,
}

fn main() {}
