//! Types say what is stored nowhere.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(write_only)]
    password: WriteOnly<String>,
}

fn main() {}
