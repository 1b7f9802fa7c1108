//! Only a resource itself keeps a computed key without `keep`, and a model can also be nested.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(identity, replace)]
    id: Computed<String>,
}

fn main() {}
