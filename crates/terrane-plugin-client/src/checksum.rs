//! The check of a program's checksum before the program runs.

use std::env;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use base16ct::lower::encode_string as hexadecimal;

use super::error::{EnvironmentFault, Error, HostFault};
use super::held::Held;

/// The environment variable with the path of the program from which a process was made, if its contents were checked.
const PROGRAM: &str = "TERRANE_PROGRAM";

/// Returns the path of this process's program, next to which its other files lie.
///
/// A process whose [checksum](super::Builder::checksum) was checked runs a copy of its program, so [`std::env::current_exe`] may name the copy.
///
/// # Errors
///
/// Fails where [`std::env::current_exe`] does, and if the program's file has been removed.
///
/// # Examples
///
/// ```
/// let program = terrane_plugin_client::own_program()?;
/// assert_eq!(program, std::env::current_exe()?.canonicalize()?);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn own_program() -> io::Result<PathBuf> {
    match env::var_os(PROGRAM) {
        Some(program) => PathBuf::from(program),
        None => env::current_exe()?,
    }
    .canonicalize()
}

/// Prepares the start of a program. With a checksum, the contents are compared, and are held while the returned value exists.
pub(crate) async fn checked_command(
    mut command: Command,
    expected: Option<[u8; 32]>,
) -> Result<(Command, Option<Held>), Error> {
    let Some(expected) = expected else {
        // A program that is not checked runs from its own file, and this process may have inherited the variable.
        command.env_remove(PROGRAM);
        return Ok((command, None));
    };
    let (command_of_contents, held) = check(command, &expected).await?;
    Ok((command_of_contents, Some(held)))
}

/// Compares the SHA-256 of the program that `command` starts with `expected`. The returned command starts the contents that were read, while the
/// returned value exists.
async fn check(command: Command, expected: &[u8; 32]) -> Result<(Command, Held), Error> {
    let program = program_path(&command)?;
    let path = program.clone();
    let read = tokio::task::spawn_blocking(move || Held::new(&path, command)).await;
    let (actual, held, mut command) = read
        .unwrap_or_else(|panicked| Err(panicked.into()))
        .map_err(|source| EnvironmentFault::Read {
            program: program.clone(),
            source,
        })?;
    if actual.as_ref() != expected {
        return Err(EnvironmentFault::Checksum {
            program,
            expected: hexadecimal(expected),
            actual: hexadecimal(actual.as_ref()),
        }
        .into());
    }
    command.env(PROGRAM, std::path::absolute(&program).unwrap_or(program));
    Ok((command, held))
}

/// Finds the file that the system will execute. A relative path is relative to the folder in which the command runs.
fn program_path(command: &Command) -> Result<PathBuf, HostFault> {
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
        check(Command::new(path), &abc()).await.unwrap();
    }

    #[tokio::test]
    async fn wrong_program_is_refused_with_both_sums() {
        let (_folder, path) = program(b"abd");
        let message = check(Command::new(path), &abc())
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
        let mut command = Command::new("./program");
        command.current_dir(&folder);
        check(command, &abc()).await.unwrap();
    }

    #[tokio::test]
    async fn bare_name_is_refused() {
        let error = check(Command::new("program"), &abc()).await.unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("expected the path of the program to check"),
            "{error}"
        );
    }

    #[tokio::test]
    async fn missing_program_is_named() {
        let error = check(Command::new("/nowhere/program"), &abc())
            .await
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "cannot read /nowhere/program to check it"
        );
    }

    /// Whatever happens to the file after it was read, the contents that were read start.
    #[cfg(unix)]
    #[tokio::test]
    async fn the_program_that_was_read_starts_though_its_file_is_replaced_or_written() {
        use std::fs::{self, Permissions};
        use std::os::unix::fs::PermissionsExt as _;

        let good = "#!/bin/sh\necho \"good $1 $VARIABLE\"\npwd\n";
        let digest = ring::digest::digest(&ring::digest::SHA256, good.as_bytes());
        let expected = digest.as_ref().try_into().unwrap();
        for replace in [true, false] {
            let (folder, path) = program(good.as_bytes());
            fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
            let mut command = Command::new(&path);
            command.arg("argument").env("VARIABLE", "variable");
            command.current_dir("/");
            let (mut command, held) = check(command, expected).await.unwrap();
            if replace {
                let other = folder.path().join("other");
                fs::write(&other, "#!/bin/sh\necho bad\n").unwrap();
                fs::rename(other, &path).unwrap();
            } else {
                fs::write(&path, "#!/bin/sh\necho bad\n").unwrap();
            }
            let output = command.output().unwrap();
            let printed = String::from_utf8(output.stdout).unwrap();
            assert_eq!(printed, "good argument variable\n/\n");
            drop(held);
        }
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn nobody_can_write_to_the_contents_that_start() {
        let (_folder, path) = program(b"abc");
        let (command, _held) = check(Command::new(path), &abc()).await.unwrap();
        let error = std::fs::write(command.get_program(), "abd").unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::PermissionDenied);
        assert_eq!(std::fs::read(command.get_program()).unwrap(), b"abc");
    }

    #[test]
    fn a_program_that_is_checked_finds_its_own_file() {
        assert_eq!(
            own_program().unwrap(),
            env::current_exe().unwrap().canonicalize().unwrap()
        );
    }
}
