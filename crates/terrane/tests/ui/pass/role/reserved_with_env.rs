//! Hosts keep some names in every provider's configuration.

use terrane::prelude::*;

#[derive(Schema)]
struct Settings {
    #[tf(env = "ZOO_VERSION")]
    release: Option<String>,
}

fn main() {}
