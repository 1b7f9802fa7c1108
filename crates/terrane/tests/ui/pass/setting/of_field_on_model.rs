//! Settings stand where they mean something.

use terrane::prelude::*;

#[derive(Schema)]
#[tf()]
struct Pet {}

fn main() {}
