//! `#[function]` is on a function.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {}

fn main() {}
