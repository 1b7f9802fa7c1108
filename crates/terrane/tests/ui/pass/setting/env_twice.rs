//! A setting reads each environment variable once.

use terrane::prelude::*;

#[derive(Model)]
struct Settings {
    #[tf(env = ["ZOO_URL", "ZOO_API"])]
    url: String,
}

fn main() {}
