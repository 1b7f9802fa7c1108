//! Running other programs.

use std::path::Path;
use std::process::Command;

use crate::error::Error;

/// Runs a program to its end, and returns its output. If it fails, the error has its messages.
pub(crate) fn output(command: &mut Command) -> Result<String, Error> {
    let name = Path::new(command.get_program()).file_stem();
    let name = name.unwrap_or_default().to_string_lossy().into_owned();
    let run = command.output();
    let output = run.map_err(|error| Error::Run(name.clone(), error))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let arguments = command.get_args().map(|it| it.to_string_lossy());
    let words: Vec<_> = [name.into()].into_iter().chain(arguments).collect();
    let messages = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(Error::Failed(words.join(" "), messages))
}
