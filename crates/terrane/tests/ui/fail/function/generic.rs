//! A function has no parameters of its own.

use terrane::prelude::*;

type T = String;

#[function]
fn slug<T>(name: T) -> String {
    drop(name);
    String::new()
}

fn main() {}
