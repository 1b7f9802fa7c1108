//! Hosts keep some names in every provider's configuration.

use terrane::prelude::*;

#[derive(Model)]
struct Settings {
    #[tf(env = "ZOO_VERSION")]
    release: Option<String>,
}

fn main() {}
