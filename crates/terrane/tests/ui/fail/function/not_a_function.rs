//! `#[function]` is on a function.

use terrane::prelude::*;

#[function]
struct Pet {}

fn main() {}
