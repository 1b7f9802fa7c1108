//! Running other programs.

use std::path::Path;
use std::process::Command;

use terrane_composition::{ConnectError, ProviderProcess};

use crate::error::Error;

/// Starts the program of a provider.
pub(crate) async fn start(program: &Path) -> Result<ProviderProcess, Error> {
    let process = ProviderProcess::launch(Command::new(program)).await;
    process.map_err(|error| Error::Start(program.to_owned(), error))
}

/// Ends a program that was started.
pub(crate) async fn end(program: &Path, process: ProviderProcess) -> Result<(), Error> {
    ended(program, process.kill().await)
}

fn ended<T>(program: &Path, killed: Result<T, ConnectError>) -> Result<(), Error> {
    let ended = killed.map(drop);
    ended.map_err(|error| Error::End(program.to_owned(), error))
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_provider_that_cannot_be_ended_is_not_reported_as_one_that_cannot_be_started() {
        let program = Path::new("zoo");
        assert!(ended(program, Ok(())).is_ok());
        let refused: Result<(), _> = Err(ConnectError::Version(7));
        let error = ended(program, refused).unwrap_err();
        assert_eq!(error.to_string(), "cannot end the provider `zoo`");
    }
}
