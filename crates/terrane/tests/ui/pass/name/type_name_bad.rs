//! A full name of a type is made of lower-case words.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(type_name = "google_project")]
struct Project {}

fn main() {}
