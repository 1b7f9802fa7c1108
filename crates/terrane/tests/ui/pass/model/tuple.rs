//! A model has named fields.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {}

fn main() {}
