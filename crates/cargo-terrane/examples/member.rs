//! A provider whose only part is the binary in the variable `MEMBER`: what the tests kill.

use terrane_composition::ForeignProvider;
use terrane_protocol::Server;

fn main() {
    let member = std::env::var_os("MEMBER").unwrap_or_default();
    Server::new(ForeignProvider::new("member", member).provider()).serve()
}
