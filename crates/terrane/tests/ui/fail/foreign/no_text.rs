//! A foreign type with a text form can be read and written.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(as = String)]
    address: Option<std::net::TcpStream>,
}

fn main() {}
