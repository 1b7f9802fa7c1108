//! A computed block is a field with a type named `Computed`.

use terrane::prelude::*;

type Filled<T> = Computed<T>;

#[derive(Model)]
struct Pet {
    #[tf(block)]
    diet: Computed<Vec<Diet>>,
}

#[derive(Model)]
struct Diet {
    #[tf(computed)]
    kcal: Filled<i64>,
}

fn main() {}
