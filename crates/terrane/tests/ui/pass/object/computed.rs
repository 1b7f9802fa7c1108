//! The attributes of an object are set together.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(object)]
struct Certificate {
    name: Option<String>,
}

fn main() {}
