//! The implementations of the commands.

mod completions;
mod conform;
mod docs;
mod generate;
mod install;
mod lint;
mod manifest;
mod new;
mod package;
mod pin;
mod provider;
mod proxy;
mod recording;
mod release;
mod schema;

use std::process::ExitCode;

use crate::cli::{Command, Schema};
use crate::dev;
use crate::error::Error;
use crate::output::Output;

pub(crate) fn run(command: Command, output: &Output) -> Result<ExitCode, Error> {
    match command {
        Command::Docs(arguments) => block_on(docs::run(*arguments, output)),
        Command::Dev(arguments) => block_on(dev::run(arguments, output)),
        Command::New(arguments) => new::run(arguments, output),
        Command::Generate(arguments) => block_on(generate::run(arguments, output)),
        Command::Lint(arguments) => block_on(lint::run(arguments, output)),
        Command::Conform(arguments) => block_on(conform::run(*arguments, output)),
        Command::Pin(arguments) => block_on(pin::run(arguments, output)),
        Command::Proxy(arguments) => proxy::run(arguments, output),
        Command::Record(arguments) => block_on(recording::record(arguments, output)),
        Command::Replay(arguments) => block_on(recording::replay(arguments, output)),
        Command::Schema(Schema::Diff(arguments)) => block_on(schema::diff::run(arguments, output)),
        Command::Schema(Schema::Print(arguments)) => {
            block_on(schema::print::run(arguments, output))
        }
        Command::Schema(Schema::Record(arguments)) => {
            block_on(schema::record::run(arguments, output))
        }
        Command::Install(arguments) => block_on(install::run(arguments, output)),
        Command::Package(arguments) => block_on(package::run(arguments, output)),
        Command::Release(arguments) => block_on(release::run(*arguments, output)),
        Command::Completions(arguments) => Ok(completions::run(&arguments, output)),
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
