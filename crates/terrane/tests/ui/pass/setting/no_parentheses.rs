//! Options are in parentheses.

use terrane::prelude::*;

#[derive(Schema)]
#[tf()]
struct Pet {}

fn main() {}
