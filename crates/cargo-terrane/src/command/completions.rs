//! `cargo terrane completions`.

use std::process::ExitCode;

use clap::{Args as _, Command};

use crate::cli::{Completions, Terrane};
use crate::output::Output;

pub(crate) fn run(arguments: &Completions, output: &Output) -> ExitCode {
    let mut command = Terrane::augment_args(Command::new("cargo-terrane"));
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "cargo-terrane", &mut script);
    output.verbatim(String::from_utf8_lossy(&script).trim_end());
    ExitCode::SUCCESS
}
