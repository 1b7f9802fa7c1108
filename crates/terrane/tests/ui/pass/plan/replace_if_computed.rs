//! A condition of a replacement cannot be decided about a value that each update makes unknown.

use terrane::prelude::*;

fn grows(prior: &Value<i64>, planned: &Value<i64>) -> bool {
    planned.known() > prior.known()
}

#[derive(Model)]
struct Pet {
    #[tf(replace(if = grows), keep)]
    size: Computed<i64>,
}

fn main() {}
