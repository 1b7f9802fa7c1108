//! `cargo terrane`, the command line tool for authors of providers.
//!
//! The module `cli` defines the arguments, and the module `command` implements the commands.
//!
//! # Exit codes
//!
//! | code | meaning |
//! |---|---|
//! | 0 | success; of a comparison: no difference that is not allowed; of `lint` and `conform`: no error |
//! | 1 | a comparison found other differences, or a check found errors, or `conform` could not destroy an object |
//! | 2 | the arguments are wrong, or the command failed |

mod cli;
mod command;
mod dependency;
mod dev;
mod docs;
mod error;
mod format;
mod gate;
mod generate;
mod lint;
mod merge;
mod output;
mod prelude;
mod program;
mod scaffold;
mod source;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser as _;
use terrane_plugin::guard_plugins;

use crate::cli::Cargo;
use crate::output::Output;

/// Runs the command that these arguments name, as cargo passes them: the program, `terrane`, the command and its arguments. Shells complete the program
/// `cargo-terrane`, so it takes the command also without `terrane` before it.
///
/// Errors are printed to the standard error with the chain of their causes.
#[must_use]
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    guard_plugins();
    let Cargo::Terrane(arguments) = match Cargo::try_parse_from(with_terrane(arguments)) {
        Ok(cargo) => cargo,
        Err(error) => error.exit(),
    };
    let output = Output::new(&arguments.output);
    match command::run(arguments.command, &output) {
        Ok(code) => code,
        Err(error) => {
            output.error(&error);
            ExitCode::from(2)
        }
    }
}

/// Adds the argument `terrane` that cargo passes, if it is missing.
fn with_terrane(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    if arguments.get(1).is_none_or(|first| first != "terrane") {
        arguments.insert(arguments.len().min(1), "terrane".into());
    }
    arguments
}
