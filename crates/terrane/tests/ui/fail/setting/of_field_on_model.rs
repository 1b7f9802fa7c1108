//! Settings stand where they mean something.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(keep)]
struct Pet {}

fn main() {}
