//! A type has a full name, or a name after the provider's prefix.

use terrane::prelude::*;

#[derive(Model)]
#[tf(type_name = "google_project", deprecated = "project")]
struct Project {}

fn main() {}
