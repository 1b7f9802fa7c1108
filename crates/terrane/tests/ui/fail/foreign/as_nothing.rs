//! A text form is a type.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(as = 4)]
    address: Option<std::net::IpAddr>,
}

fn main() {}
