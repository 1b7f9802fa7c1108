//! The cargo that builds a test's programs.

use std::env;
use std::process::Command;

/// The variables by which cargo describes the package of the program that it runs, or the beginnings of their names.
const OF_A_PACKAGE: [&str; 6] = [
    "CARGO_BIN_",
    "CARGO_CRATE_NAME",
    "CARGO_MANIFEST_",
    "CARGO_PKG_",
    "CARGO_PRIMARY_PACKAGE",
    "OUT_DIR",
];

/// Returns a command of the cargo that runs this program, without the variables that describe its package.
///
/// Some build scripts read these variables, such as `CARGO_PKG_NAME`, and run again when they change. With them, a test that builds in the target folder
/// of its own workspace would make cargo compile the dependencies again, and so would the next build of the workspace.
///
/// # Examples
///
/// ```no_run
/// let status = terrane_test::cargo::command()
///     .args(["build", "--package", "terraform-provider-zoo"])
///     .status()?;
/// assert!(status.success());
/// # Ok::<(), std::io::Error>(())
/// ```
#[must_use]
pub fn command() -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    without_package(&mut cargo);
    cargo
}

/// Removes the variables that describe the package of this program from a command that starts cargo itself.
pub fn without_package(command: &mut Command) -> &mut Command {
    for (name, _) in env::vars_os() {
        let bytes = name.as_encoded_bytes();
        if OF_A_PACKAGE
            .iter()
            .any(|of| bytes.starts_with(of.as_bytes()))
        {
            command.env_remove(&name);
        }
    }
    command
}
