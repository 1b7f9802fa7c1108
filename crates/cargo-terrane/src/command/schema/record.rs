//! `cargo terrane schema record`.

use std::process::ExitCode;

use crate::cli::Record;
use crate::command::schema::{GOLDEN, package, program};
use crate::error::Error;
use crate::print::line;

pub(crate) async fn run(arguments: Record) -> Result<ExitCode, Error> {
    let package = package(&arguments.package)?;
    let described = program(&package, &arguments.package)?.describe().await?;
    let path = package.folder.join(GOLDEN);
    fs_err::write(&path, format!("{:#}\n", described.document))?;
    line(&format!(
        "wrote the schemas of {} {} to {}",
        described.address,
        package.version,
        path.display()
    ));
    Ok(ExitCode::SUCCESS)
}
