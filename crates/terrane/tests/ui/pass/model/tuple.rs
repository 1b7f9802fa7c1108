//! A model has named fields.

use terrane::prelude::*;

#[derive(Attr)]
struct Pet(String);

fn main() {}
