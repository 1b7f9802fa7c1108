//! A function has no generic parameters.

use terrane::prelude::*;

type T = String;

#[function]
fn slug<T>(name: T) -> String {
    drop(name);
    String::new()
}

fn main() {}
