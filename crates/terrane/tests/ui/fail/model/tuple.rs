//! A model has named fields.

use terrane::prelude::*;

#[derive(Model)]
struct Pet(String);

fn main() {}
