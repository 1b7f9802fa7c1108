//! A transparent type has validators and no plan options.

use terrane::prelude::*;

#[derive(Attr)]
#[tf(validate(range(..4)))]
struct Legs(u8);

fn main() {}
