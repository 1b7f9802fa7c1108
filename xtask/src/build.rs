//! Builds programs of this workspace and of the Go modules.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Result, cargo};

/// The folder below the target folder for Go programs that are built as they are shipped.
pub(crate) const SHIPPED: &str = "go/shipped";

/// Returns cargo's target folder.
pub(crate) fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from)
}

/// Builds a package and returns the folder of its program below the target folder.
///
/// Every package is built alone, as an author builds a provider. If they were built together, each would have the features of the others.
pub(crate) fn cargo_build(package: &str, profile: &'static str) -> Result<&'static str> {
    build(package, &["--bins"], profile)
}

/// Builds an example of a package and returns its program below the target folder.
pub(crate) fn cargo_build_example(
    package: &str,
    example: &str,
    profile: &'static str,
) -> Result<PathBuf> {
    let folder = build(package, &["--example", example], profile)?;
    Ok(Path::new(folder).join("examples").join(example))
}

fn build(package: &str, targets: &[&str], profile: &'static str) -> Result<&'static str> {
    let mut cargo = cargo::command();
    cargo
        .arg("build")
        .args(targets)
        .args(["--package", package, "--profile", profile]);
    succeed(cargo)?;
    Ok(profile)
}

/// Builds the provider of a module below `go` as Go's providers are shipped: stripped, without cgo.
pub(crate) fn go_build(target: &Path, module: &str, package: &str) -> Result<PathBuf> {
    let program = env::current_dir()?
        .join(target)
        .join(SHIPPED)
        .join(format!("terraform-provider-{module}"));
    let mut go = Command::new("go");
    go.args([
        "build",
        "-mod=readonly",
        "-trimpath",
        "-ldflags=-s -w",
        "-o",
    ])
    .arg(&program)
    .arg(package)
    .current_dir(Path::new("go").join(module))
    .env("CGO_ENABLED", "0")
    .env("GOFLAGS", "")
    .env("GOWORK", "off");
    succeed(go)?;
    Ok(program)
}

/// Runs a command that must succeed.
pub(crate) fn succeed(mut command: Command) -> Result {
    let status = command.status().map_err(|error| {
        let program = command.get_program().to_string_lossy();
        format!("cannot start {program}: {error}")
    })?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("{command:?} failed: {status}").into())
    }
}
