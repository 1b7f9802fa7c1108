//! The implementations of the commands.

mod generate;
mod install;
mod manifest;
mod package;
mod pin;
mod proxy;
mod release;
mod schema_diff;

use std::process::ExitCode;

use crate::cli::{Command, Schema};
use crate::error::Error;

pub(crate) fn run(command: Command) -> Result<ExitCode, Error> {
    match command {
        Command::Generate(arguments) => block_on(generate::run(arguments)),
        Command::Pin(arguments) => block_on(pin::run(arguments)),
        Command::Proxy(arguments) => proxy::run(arguments),
        Command::Schema(Schema::Diff(arguments)) => block_on(schema_diff::run(arguments)),
        Command::Install(arguments) => install::run(&arguments),
        Command::Package(arguments) => block_on(package::run(arguments)),
        Command::Release(arguments) => block_on(release::run(*arguments)),
    }
}

/// Runs a command that calls providers.
fn block_on<T>(command: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(Error::Runtime)?;
    runtime.block_on(command)
}
