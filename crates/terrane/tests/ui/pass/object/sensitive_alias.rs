//! Hosts hide an object as a whole.

use terrane::prelude::*;

type Hidden = Sensitive<String>;

type Shown = String;

#[derive(Attr)]
struct Certificate {
    name: Shown,
}

fn main() {}
