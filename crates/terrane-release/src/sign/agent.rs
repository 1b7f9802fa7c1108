//! Keys that `gpg` and its agent keep.

use std::io::Write as _;
use std::process::{Command, Stdio};

use fs_err as fs;

use super::PublicKey;
use crate::Error;

/// A key of the user's `gpg`.
#[derive(Debug)]
pub(super) struct Agent {
    user: String,
    public: PublicKey,
}

impl Agent {
    pub(super) fn new(user: &str) -> Result<Self, Error> {
        let mut export = gpg();
        export.args(["--armor", "--export", "--", user]);
        let armor = output(export, b"")?;
        if armor.is_empty() {
            return Err(Error::Key(format!("`gpg` has no key `{user}`")));
        }
        Ok(Self {
            user: user.to_owned(),
            public: PublicKey::from_armor(&String::from_utf8_lossy(&armor))?,
        })
    }

    pub(super) fn public_key(&self) -> &PublicKey {
        &self.public
    }

    pub(super) fn sign(&self, data: &[u8]) -> Result<Vec<u8>, Error> {
        let mut sign = gpg();
        sign.args(["--local-user", &self.user, "--digest-algo", "SHA512"])
            .args(["--detach-sign", "--output", "-"]);
        output(sign, data)
    }
}

/// Verifies a signature by `gpg`, with a temporary home, so that only this key can verify it.
pub(super) fn verify(key: &PublicKey, data: &[u8], signature: &[u8]) -> Result<(), Error> {
    let home = tempfile::tempdir()?;
    let (key_file, signature_file) = (home.path().join("key"), home.path().join("signature"));
    fs::write(&key_file, key.armor())?;
    fs::write(&signature_file, signature)?;
    let refused = |error| match error {
        Error::Program { .. } => Error::Verification(format!("key {}", key.key_id())),
        other => other,
    };
    let mut import = gpg();
    import
        .arg("--homedir")
        .arg(home.path())
        .arg("--import")
        .arg(&key_file);
    output(import, b"").map_err(refused)?;
    let mut verify = gpg();
    verify
        .arg("--homedir")
        .arg(home.path())
        .arg("--verify")
        .arg(&signature_file)
        .arg("-");
    output(verify, data).map_err(refused)?;
    Ok(())
}

fn gpg() -> Command {
    let mut gpg = Command::new("gpg");
    gpg.args(["--batch", "--quiet", "--no-auto-check-trustdb"]);
    gpg
}

/// Runs a program with an input, and returns its output.
fn output(mut command: Command, input: &[u8]) -> Result<Vec<u8>, Error> {
    let program = command.get_program().to_string_lossy().into_owned();
    let named =
        |error: std::io::Error| std::io::Error::new(error.kind(), format!("{program}: {error}"));
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
    let output = child.wait_with_output().map_err(named)?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(Error::Program {
        program,
        status: output.status.code(),
    })
}
