//! What each command does.

mod schema_diff;

use std::process::ExitCode;

use crate::cli::{Command, Schema};
use crate::error::Error;

pub(crate) async fn run(command: Command) -> Result<ExitCode, Error> {
    match command {
        Command::Schema(Schema::Diff(arguments)) => schema_diff::run(arguments).await,
    }
}
