//! An update makes a computed value of a type of another crate unknown.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(as = String, replace, keep)]
    address: Computed<std::net::IpAddr>,
}

fn main() {}
