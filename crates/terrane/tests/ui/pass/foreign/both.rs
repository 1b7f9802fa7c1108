//! One word says how a foreign type is read and written.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(as = String)]
    address: Option<std::net::IpAddr>,
}

fn main() {}
