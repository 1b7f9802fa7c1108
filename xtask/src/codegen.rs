//! `cargo xtask codegen`: protobuf code from the project's own definition files.

use crate::Result;

/// Runs the task.
pub(crate) fn run(_arguments: &[String]) -> Result {
    Err("no definition files yet".into())
}
