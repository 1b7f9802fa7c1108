//! A setting reads each environment variable once.

use terrane::prelude::*;

#[derive(Model)]
struct Settings {
    #[tf(env = ["ZOO_URL", "ZOO_URL"])]
    url: String,
}

fn main() {}
