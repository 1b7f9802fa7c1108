//! The name of an environment variable is text.

use terrane::prelude::*;

#[derive(Schema)]
struct Settings {
    #[tf(env = 1)]
    url: String,
}

fn main() {}
