//! A proxy in front of the provider whose program is the first argument. With a second argument, it serves this protocol version.

use std::env;
use std::process::Command;

use terrane::serve::Version;

fn main() {
    let mut arguments = env::args_os().skip(1);
    let program = arguments.next().unwrap_or_default();
    let proxy = terrane_composition::proxy(Command::new(program));
    let version = arguments
        .next()
        .and_then(|number| number.to_str()?.parse().ok())
        .and_then(Version::from_number);
    match version {
        Some(version) => proxy.version(version).serve(),
        None => proxy.serve(),
    }
}
