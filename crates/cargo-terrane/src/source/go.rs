//! Builds a provider from its Go module.

use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::error::Error;
use crate::program::output;

/// A provider that was built.
#[derive(Debug)]
pub(crate) struct Built {
    pub(crate) program: PathBuf,
    pub(crate) address: String,
    /// The folder of the program, which is removed in the end.
    _folder: TempDir,
}

/// Builds the program in a folder: its own package, or the only program among the tools of its `go.mod`.
pub(crate) fn build_folder(folder: &Path) -> Result<Built, Error> {
    let file = folder.join("go.mod");
    if !file.is_file() {
        return Err(Error::NoPackage(folder.to_owned()));
    }
    let module = fs_err::read_to_string(file)?;
    let directive = |name: &str| {
        let lines = module.lines().filter_map(|line| line.strip_prefix(name));
        lines.map(str::trim).next()
    };
    let package = match directive("tool ") {
        Some(tool) if !has_program(folder)? => tool.to_owned(),
        _ => ".".to_owned(),
    };
    let path = match package.as_str() {
        "." => directive("module ").unwrap_or("provider").to_owned(),
        tool => tool.to_owned(),
    };
    build(folder, &package, &path)
}

/// Builds a module `PATH@VERSION` in a new module that requires it.
///
/// The `replace` lines of a module apply only to itself, so a module that needs some cannot be built from its path. Its folder can.
pub(crate) fn build_module(module: &str) -> Result<Built, Error> {
    let Some((path, version)) = module.rsplit_once('@') else {
        return Err(Error::UnknownSource(module.to_owned()));
    };
    let folder = tempfile::tempdir()?;
    go(folder.path(), &["mod", "init", "generated/provider"])?;
    go(
        folder.path(),
        &["get", "-tool", &format!("{path}@{version}")],
    )?;
    build(folder.path(), path, path)
}

fn build(folder: &Path, package: &str, path: &str) -> Result<Built, Error> {
    let mut parts = path.rsplit('/');
    // The last part of a module's path may be its major version.
    let is_major = |part: &&str| {
        let digits = part.strip_prefix('v');
        digits
            .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
    };
    let last = parts.find(|part| !is_major(part)).unwrap_or(path);
    let owner = parts
        .next()
        .filter(|owner| !owner.contains('.'))
        .unwrap_or("example");
    let name = last.strip_prefix("terraform-provider-").unwrap_or(last);
    let target = tempfile::tempdir()?;
    let program = target.path().join(format!(
        "terraform-provider-{name}{}",
        std::env::consts::EXE_SUFFIX
    ));
    let out = program.display().to_string();
    go(folder, &["build", "-o", &out, package])?;
    Ok(Built {
        program,
        address: format!("registry.terraform.io/{owner}/{name}"),
        _folder: target,
    })
}

/// Whether the folder itself has a Go program.
fn has_program(folder: &Path) -> Result<bool, Error> {
    for entry in fs_err::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "go")
            && fs_err::read_to_string(&path)?
                .lines()
                .any(|line| line.trim() == "package main")
        {
            return Ok(true);
        }
    }
    Ok(false)
}

fn go(folder: &Path, arguments: &[&str]) -> Result<(), Error> {
    output(Command::new("go").args(arguments).current_dir(folder)).map(drop)
}
