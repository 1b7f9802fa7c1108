//! The program that cargo starts for `cargo terrane`.

use std::process::ExitCode;

fn main() -> ExitCode {
    cargo_terrane::main(std::env::args_os())
}
