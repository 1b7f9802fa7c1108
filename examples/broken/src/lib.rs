//! A provider with one fault, which the variable `BROKEN` chooses by its name. Without the variable it is correct.
//!
//! The tests of `cargo terrane conform` show with it that each fault is found by its rule, and by no other. `thing` is a correct provider. `process` has
//! the faults of the program, `schemas` those of schemas, `answers` those of other answers; [`FAULTS`] lists all with their rules.

mod answers;
mod fault;
mod process;
mod schemas;
mod thing;

use std::process::ExitCode;

use terrane::{Provider, Serve};
use terrane_composition::intercept;

use crate::answers::Broken;
use crate::thing::Workshop;

pub use fault::{FAULTS, FILE, Fault, Level, UNCONFIGURED, UNTIL_STOPPED, VARIABLE};

/// Serves the provider to the host that started this process.
pub fn serve() -> ExitCode {
    let fault = std::env::var(VARIABLE).unwrap_or_default();
    if let Some(code) = process::start(&fault) {
        return code;
    }
    Serve::nonblocking(Workshop::ADDRESS, Workshop::VERSION, move |servers| {
        intercept(servers.server::<Workshop>(), Broken::new(&fault))
    })
    .run()
}
