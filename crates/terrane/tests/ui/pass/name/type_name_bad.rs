//! A full type name consists of lower-case words.

use terrane::prelude::*;

#[derive(Model)]
#[tf(type_name = "google_project")]
struct Project {}

fn main() {}
