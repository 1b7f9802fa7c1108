//! A full type name consists of lower-case words.

use terrane::prelude::*;

#[derive(Model)]
#[tf(type_name = "google-project")]
struct Project {}

fn main() {}
