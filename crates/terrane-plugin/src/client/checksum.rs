//! The check of a program's checksum before the program runs.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use base16ct::lower::encode_string as hexadecimal;
use ring::digest::{Context, Digest, SHA256};

use super::error::{EnvironmentFault, Error, HostFault};

/// Reads the program that `command` starts and compares its SHA-256 with `expected`.
pub(crate) async fn check(command: &Command, expected: &[u8; 32]) -> Result<(), Error> {
    let program = located(command)?;
    let path = program.clone();
    let read = tokio::task::spawn_blocking(move || digest(&path)).await;
    let actual = read
        .unwrap_or_else(|panicked| Err(panicked.into()))
        .map_err(|source| EnvironmentFault::Read {
            program: program.clone(),
            source,
        })?;
    if actual.as_ref() == expected {
        return Ok(());
    }
    Err(EnvironmentFault::Checksum {
        program,
        expected: hexadecimal(expected),
        actual: hexadecimal(actual.as_ref()),
    }
    .into())
}

/// Finds the file that the system will execute. A relative path is relative to the folder in which the command runs.
fn located(command: &Command) -> Result<PathBuf, HostFault> {
    let program = Path::new(command.get_program());
    if program
        .parent()
        .map(Path::as_os_str)
        .is_none_or(OsStr::is_empty)
    {
        return Err(HostFault::NotAPath(program.to_owned()));
    }
    Ok(match command.get_current_dir() {
        Some(folder) => folder.join(program),
        None => program.to_owned(),
    })
}

fn digest(program: &Path) -> io::Result<Digest> {
    let mut file = File::open(program)?;
    let mut hash = Context::new(&SHA256);
    let mut buffer = vec![0; 64 << 10];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hash.finish()),
            length => hash.update(&buffer[..length]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SHA-256 of "abc", from FIPS 180-2.
    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    fn program(content: &[u8]) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("program");
        std::fs::write(&path, content).unwrap();
        (folder, path)
    }

    fn abc() -> [u8; 32] {
        let digits = |index| u8::from_str_radix(&ABC[2 * index..2 * index + 2], 16).unwrap();
        std::array::from_fn(digits)
    }

    #[tokio::test]
    async fn right_program_passes() {
        let (_folder, path) = program(b"abc");
        check(&Command::new(path), &abc()).await.unwrap();
    }

    #[tokio::test]
    async fn wrong_program_is_refused_with_both_sums() {
        let (_folder, path) = program(b"abd");
        let message = check(&Command::new(path), &abc())
            .await
            .unwrap_err()
            .to_string();
        assert!(message.ends_with(&format!("expected {ABC}")), "{message}");
        assert!(
            message.contains("a52d159f262b2c6ddb724a61840befc36eb30c88877a4030b65cbe86298449c9"),
            "{message}"
        );
    }

    #[tokio::test]
    async fn relative_path_counts_from_the_commands_folder() {
        let (folder, _) = program(b"abc");
        check(Command::new("./program").current_dir(&folder), &abc())
            .await
            .unwrap();
    }

    #[tokio::test]
    async fn bare_name_is_refused() {
        let error = check(&Command::new("program"), &abc()).await.unwrap_err();
        assert!(
            matches!(error, Error::Host(HostFault::NotAPath(_))),
            "{error}"
        );
    }

    #[tokio::test]
    async fn missing_program_is_named() {
        let error = check(&Command::new("/nowhere/program"), &abc())
            .await
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "cannot read /nowhere/program to check it"
        );
    }
}
