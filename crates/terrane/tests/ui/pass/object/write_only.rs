//! The attributes of an object are set together.

use terrane::prelude::*;

#[derive(Attr)]
struct Certificate {
    name: Option<String>,
}

fn main() {}
