//! The `sink` provider.

use std::process::ExitCode;

fn main() -> ExitCode {
    sink::serve()
}
