//! `cargo terrane`, the command line tool for authors of providers.
//!
//! The module `cli` defines the arguments, and the module `command` implements the commands.
//!
//! # Exit codes
//!
//! | code | meaning |
//! |---|---|
//! | 0 | success; of a comparison: no difference that is not allowed; of `lint`: no error |
//! | 1 | a comparison found other differences, or a check found errors |
//! | 2 | the arguments are wrong, or the command failed |

mod cli;
mod command;
mod dependency;
mod docs;
mod error;
mod format;
mod gate;
mod generate;
mod lint;
mod merge;
mod prelude;
mod print;
mod program;
mod scaffold;
mod source;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser as _;
use terrane_protocol::guard_plugins;

use crate::cli::Cargo;

/// Runs the command that these arguments name, as cargo passes them: the program, `terrane`, the command and its arguments.
///
/// Errors are printed to the standard error with the chain of their causes.
#[must_use]
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    guard_plugins();
    let Cargo::Terrane(arguments) = match Cargo::try_parse_from(arguments) {
        Ok(cargo) => cargo,
        Err(error) => error.exit(),
    };
    match command::run(arguments.command) {
        Ok(code) => code,
        Err(error) => {
            error::print(&error);
            ExitCode::from(2)
        }
    }
}
