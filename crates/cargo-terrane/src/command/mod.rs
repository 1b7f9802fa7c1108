//! The implementations of the commands.

mod docs;
mod generate;
mod install;
mod lint;
mod manifest;
mod new;
mod package;
mod pin;
mod proxy;
mod release;
mod schema;

use std::process::ExitCode;

use crate::cli::{Command, Schema};
use crate::error::Error;

pub(crate) fn run(command: Command) -> Result<ExitCode, Error> {
    match command {
        Command::Docs(arguments) => block_on(docs::run(*arguments)),
        Command::New(arguments) => new::run(arguments),
        Command::Generate(arguments) => block_on(generate::run(arguments)),
        Command::Lint(arguments) => block_on(lint::run(arguments)),
        Command::Pin(arguments) => block_on(pin::run(arguments)),
        Command::Proxy(arguments) => proxy::run(arguments),
        Command::Schema(Schema::Diff(arguments)) => block_on(schema::diff::run(arguments)),
        Command::Schema(Schema::Print(arguments)) => block_on(schema::print::run(arguments)),
        Command::Schema(Schema::Record(arguments)) => block_on(schema::record::run(arguments)),
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
