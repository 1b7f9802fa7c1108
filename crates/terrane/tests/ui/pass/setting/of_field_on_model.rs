//! An option is on an item that supports it.

use terrane::prelude::*;

#[derive(Schema)]
#[tf()]
struct Pet {}

fn main() {}
