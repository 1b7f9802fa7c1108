//! A text form is a string.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(as = i64)]
    address: Option<std::net::IpAddr>,
}

fn main() {}
