//! The attributes of an object are set together.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(object)]
struct Certificate {
    name: Vec<Option<String>>,
}

fn main() {}
