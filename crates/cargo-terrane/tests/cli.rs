//! The program as its users see it: output, errors and exit codes.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::process::{Command, Output};

fn terrane(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cargo-terrane"))
        .arg("terrane")
        .args(arguments)
        .output()
        .unwrap()
}

#[test]
fn the_version_is_that_of_the_crate() {
    let output = terrane(&["--version"]);
    assert!(output.status.success());
    let expected = format!("cargo-terrane {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}

#[test]
fn an_error_names_the_file_and_has_exit_code_2() {
    let output = terrane(&["schema", "diff", "missing-provider", "other"]);
    assert_eq!(output.status.code(), Some(2));
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(messages.starts_with("error: "), "{messages}");
    assert!(messages.contains("missing-provider"), "{messages}");
}

#[test]
fn unknown_arguments_have_exit_code_2() {
    let output = terrane(&["schema", "difference"]);
    assert_eq!(output.status.code(), Some(2));
}
