//! The name of an environment variable is text.

use terrane::prelude::*;

#[derive(Schema)]
struct Settings {
    #[tf(env = "ZOO_URL")]
    url: String,
}

fn main() {}
