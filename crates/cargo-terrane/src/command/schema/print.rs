//! `cargo terrane schema print`.

use std::process::ExitCode;

use terrane_schema::{json_schema, markdown};

use crate::cli::{Print, PrintFormat};
use crate::error::Error;
use crate::print::line;
use crate::source;

pub(crate) async fn run(arguments: Print) -> Result<ExitCode, Error> {
    let (described, _) = source::describe(&arguments.provider).await?;
    line(&match arguments.format {
        PrintFormat::Json => format!("{:#}", described.document),
        PrintFormat::JsonSchema => format!("{:#}", json_schema(described.entry())),
        PrintFormat::Markdown => markdown(&described.address, described.entry()),
    });
    Ok(ExitCode::SUCCESS)
}
