//! `cargo terrane schema diff OLD NEW`.

use std::process::ExitCode;

use crate::cli::Diff;
use crate::error::Error;
use crate::print::line;
use crate::source;

pub(crate) async fn run(arguments: Diff) -> Result<ExitCode, Error> {
    let old = source::read(&arguments.old).await?.schemas.schemas;
    let new = source::read(&arguments.new).await?.schemas.schemas;
    let differences = old.differences(&new);
    for difference in &differences {
        let class = if difference.breaking {
            "breaking"
        } else {
            "compatible"
        };
        line(&format!("{class}: {difference}"));
    }
    Ok(ExitCode::from(u8::from(!differences.is_empty())))
}
