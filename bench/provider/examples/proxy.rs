//! A proxy in front of the provider whose program is the first argument.

use std::env;
use std::process::Command;

fn main() {
    let program = env::args_os().nth(1).unwrap_or_default();
    terrane_composition::Proxy::new(Command::new(program)).serve()
}
