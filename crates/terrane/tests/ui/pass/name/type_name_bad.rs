//! A full type name consists of lower-case words.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(type_name = "google_project")]
struct Project {}

fn main() {}
