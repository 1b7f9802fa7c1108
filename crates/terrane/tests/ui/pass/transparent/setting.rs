//! A transparent type has validators and no plan options.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(transparent, validate(range(..4)))]
struct Legs(u8);

fn main() {}
