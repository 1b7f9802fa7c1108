//! Every variant has a name of its own.

use terrane::prelude::*;

#[derive(Attr, Clone, Debug)]
enum Sex {
    Female,
    #[tf(name = "male")]
    Male,
}

fn main() {}
