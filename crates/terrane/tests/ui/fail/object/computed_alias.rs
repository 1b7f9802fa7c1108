//! The attributes of an object are set together.

use terrane::prelude::*;

type Filled = Computed<String>;

type Given = Option<String>;

#[derive(Attr)]
struct Certificate {
    name: Filled,
}

fn main() {}
