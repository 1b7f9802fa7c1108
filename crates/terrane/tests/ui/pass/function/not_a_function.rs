//! `#[function]` is on a function.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {}

fn main() {}
