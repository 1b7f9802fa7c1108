//! `cargo terrane schema record`.

use std::process::ExitCode;

use serde_json::json;

use crate::cli::Record;
use crate::command::schema::{GOLDEN, package, program};
use crate::error::Error;
use crate::output::Output;

pub(crate) async fn run(arguments: Record, output: &Output) -> Result<ExitCode, Error> {
    let package = package(&arguments.package, output)?;
    let described = program(&package, &arguments.package, output)?
        .describe(output)
        .await?;
    let path = package.folder.join(GOLDEN);
    fs_err::write(&path, format!("{:#}\n", described.document))?;
    output.note(&format!(
        "wrote the schemas of {} {} to {}",
        described.address,
        package.version,
        path.display()
    ));
    output.document(json!({
        "provider": described.address,
        "version": package.version.to_string(),
        "file": path,
    }));
    Ok(ExitCode::SUCCESS)
}
