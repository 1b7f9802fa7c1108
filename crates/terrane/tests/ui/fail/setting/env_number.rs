//! The name of an environment variable is text.

use terrane::prelude::*;

#[derive(Model)]
struct Settings {
    #[tf(env = 1)]
    url: String,
}

fn main() {}
