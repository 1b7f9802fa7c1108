//! `gpg`, which signs releases and verifies their signatures.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::error::{Error, ErrorKind};

/// A folder with the keys of one signature. The keys of the user are in another one.
#[derive(Debug)]
pub(super) struct Home(TempDir);

impl Home {
    /// Makes a folder that contains a key. `gpg` reads keys of any kind.
    pub(super) fn with_key(armor: &str) -> Result<Self, Error> {
        let mut naming = tempfile::Builder::new();
        // The name is short, because the socket of the agent is in the folder.
        let home = Self(naming.prefix("gpg").tempdir()?);
        let imported = run(gpg(Some(&home)).arg("--import"), armor.as_bytes())?;
        if imported.status.success() {
            Ok(home)
        } else {
            Err(ErrorKind::Key("the text is not an armored OpenPGP key".to_owned()).into())
        }
    }

    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let mut stop = Command::new("gpgconf");
        stop.arg("--homedir").arg(self.path());
        // Without it, the agent ends by itself some time after its folder.
        let _ = run(stop.args(["--kill", "gpg-agent"]), b"");
    }
}

/// Returns a command of `gpg` that asks the user nothing, with the keys of a folder or of the user.
pub(super) fn gpg(home: Option<&Home>) -> Command {
    let mut gpg = Command::new("gpg");
    gpg.args(["--batch", "--quiet", "--no-auto-check-trustdb"]);
    if let Some(home) = home {
        gpg.arg("--homedir").arg(home.path());
    }
    gpg
}

/// Runs a command with an input to its end.
pub(super) fn run(command: &mut Command, input: &[u8]) -> Result<Output, Error> {
    let program = command.get_program().to_string_lossy().into_owned();
    let named = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => ErrorKind::NoGpg.into(),
        kind => io::Error::new(kind, format!("{program}: {error}")).into(),
    };
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(named)?;
    if let Some(mut stdin) = child.stdin.take() {
        // A program that needs no input may close it early.
        let _ = stdin.write_all(input);
    }
    child.wait_with_output().map_err(named)
}

/// Runs a command of `gpg` with an input, and returns its output. The exit code of a failure is an error.
pub(super) fn output(command: &mut Command, input: &[u8]) -> Result<Vec<u8>, Error> {
    let output = run(command, input)?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(ErrorKind::Program {
            program: "gpg".to_owned(),
            status: output.status.code(),
        }
        .into())
    }
}
