//! An option is on an item that supports it.

use terrane::prelude::*;

#[derive(Model)]
#[tf()]
struct Pet {}

fn main() {}
