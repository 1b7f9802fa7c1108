//! What says that it is computed is.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(computed)]
    id: Id,
}

type Id = Computed<String>;

fn main() {}
