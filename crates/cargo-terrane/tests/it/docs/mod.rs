//! `cargo terrane docs`, compared with `tfplugindocs`, and as its users see it.

mod browser;
mod check;
mod contents;
mod hostile;
mod names;
mod plugindocs;
mod providers;
mod templates;
mod validate;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs `cargo terrane docs` with a folder.
fn docs(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cargo-terrane"))
        .args(["terrane", "docs", "--folder"])
        .arg(folder)
        .args(arguments)
        .output()
        .unwrap()
}

/// Runs `cargo terrane docs`, which must succeed, and returns its output.
fn succeed(folder: &Path, arguments: &[&str]) -> String {
    let output = docs(folder, arguments);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn write(folder: &Path, file: &str, text: &str) {
    let path = folder.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn read(folder: &Path, file: &str) -> String {
    fs::read_to_string(folder.join(file)).unwrap()
}

/// Returns the program of a package of this workspace. It is built if no test run has built it.
fn program(package: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_BIN_EXE_cargo-terrane"))
        .parent()
        .unwrap();
    let program = folder.join(format!("{package}{}", std::env::consts::EXE_SUFFIX));
    if !program.is_file() {
        let status = terrane_test::cargo::command()
            .args(["build", "--locked", "--package", package])
            .status();
        assert!(status.unwrap().success(), "cannot build {package}");
    }
    program
}
