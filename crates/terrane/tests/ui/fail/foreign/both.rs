//! A foreign type has either `as` or `with`.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(as = String, with=text)]
    address: Option<std::net::IpAddr>,
}

fn main() {}
