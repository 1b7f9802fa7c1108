//! Checks of providers: `cargo terrane lint`, and the gate `cargo terrane schema diff`.

mod changes;
mod exceptions;
mod faults;
mod go;
mod heuristics;
mod imports;
mod output;
mod own;
mod packages;
mod states;
mod zoo;

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

/// Runs a command of `cargo terrane`. The packages of several tests have the same name, so they must not share a target folder.
fn terrane<S: AsRef<std::ffi::OsStr>>(arguments: impl IntoIterator<Item = S>) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cargo-terrane"))
        .env_remove("CARGO_TARGET_DIR")
        .arg("terrane")
        .args(arguments)
        .output()
        .unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Reads the output of a command as JSON.
fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{error}\n{}\n{}", stdout(output), stderr(output));
    })
}

/// Returns the folder of one of our providers.
fn folder(provider: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../providers")
        .join(provider)
}

/// Returns the program of one of our providers, which the tests of the workspace have built next to this one.
fn program(provider: &str) -> PathBuf {
    let name = format!("terraform-provider-{provider}");
    let test = std::env::current_exe().unwrap();
    let programs = test.parent().unwrap().parent().unwrap();
    let program = programs.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    if !program.is_file() {
        let built = terrane_test::cargo::command()
            .args(["build", "--quiet", "--locked", "--package", &name])
            .current_dir(folder(provider))
            .status();
        assert!(built.unwrap().success());
    }
    program
}
