//! `cargo terrane schema print`.

use std::process::ExitCode;

use terrane_schema::{json_schema, markdown};

use crate::cli::{Print, PrintFormat};
use crate::error::Error;
use crate::output::Output;
use crate::source;

pub(crate) async fn run(arguments: Print, output: &Output) -> Result<ExitCode, Error> {
    let (described, _) = source::describe(&arguments.provider, output).await?;
    let by_default = if output.is_json() {
        PrintFormat::Json
    } else {
        PrintFormat::Markdown
    };
    output.verbatim(&match arguments.format.unwrap_or(by_default) {
        PrintFormat::Json => format!("{:#}", described.document),
        PrintFormat::JsonSchema => format!("{:#}", json_schema(described.entry())),
        PrintFormat::Markdown => markdown(&described.address, described.entry()),
    });
    Ok(ExitCode::SUCCESS)
}
