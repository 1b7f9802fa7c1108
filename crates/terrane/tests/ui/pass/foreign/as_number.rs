//! A text form is a string.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(as = String)]
    address: Option<std::net::IpAddr>,
}

fn main() {}
