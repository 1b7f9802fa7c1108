//! The name of an environment variable is text.

use terrane::prelude::*;

#[derive(Model)]
struct Settings {
    #[tf(env = "ZOO_URL")]
    url: String,
}

fn main() {}
