//! A choice has something to choose from.

use terrane::prelude::*;

#[derive(Schema, Clone, Debug)]
enum Sex {}

fn main() {}
