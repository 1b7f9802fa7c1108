//! The program as its users see it: output, errors and exit codes.

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
    let output = terrane(&["schema", "diff", "missing-provider", "missing-provider"]);
    assert_eq!(output.status.code(), Some(2));
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(messages.starts_with("error: "), "{messages}");
    assert!(messages.contains("missing-provider"), "{messages}");
}

#[test]
fn the_help_of_each_command_with_a_verdict_has_its_exit_codes() {
    let commands: [&[&str]; 6] = [
        &["docs"],
        &["lint"],
        &["conform"],
        &["schema", "diff"],
        &["record"],
        &["replay"],
    ];
    let of_all = String::from_utf8(terrane(&["--help"]).stdout).unwrap();
    assert!(
        of_all.contains("Exit codes: 0 is success. 1 means"),
        "{of_all}"
    );
    for command in commands {
        let output = terrane(&[command, &["--help"]].concat());
        let help = String::from_utf8(output.stdout).unwrap();
        let exits = help.split_once("Exits with 0 if ").map(|(_, codes)| codes);
        assert!(exits.is_some_and(|it| it.contains("with 1")), "{help}");
    }
}

#[test]
fn unknown_arguments_have_exit_code_2() {
    let output = terrane(&["schema", "difference"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_pin_for_an_unknown_platform_is_refused_with_the_names_of_all() {
    for also in ["linux_amd46=x", "x", "=x"] {
        let output = terrane(&["pin", "binary", "--name", "x", "--out", "x", "--also", also]);
        assert_eq!(output.status.code(), Some(2), "{also}");
        let messages = String::from_utf8_lossy(&output.stderr);
        let expected = match also {
            "x" => "expected PLATFORM=PATH",
            _ => "expected one of darwin_amd64, ",
        };
        assert!(messages.contains(expected), "{also}: {messages}");
    }
}

/// The folder of a provider in this repository.
const LOCAL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../providers/local");
/// The folder of an example, which has no changelog of its own.
const NOTE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/note");
/// A key that signs nothing but tests.
const KEY: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../terrane-release/tests/keys/rsa.asc"
);

#[test]
fn a_dry_run_lists_every_platform_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_cargo-terrane"))
        .args([
            "terrane",
            "release",
            "--dry-run",
            "--folder",
            NOTE,
            "--key-file",
            KEY,
        ])
        .args(["--oci", "oci"])
        .current_dir(folder.path())
        .env("PASSPHRASE", "a test")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    // The run would fail, so the dry run does.
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let messages = String::from_utf8_lossy(&output.stderr);
    for name in [
        "linux_amd64",
        "darwin_arm64",
        "windows_amd64",
        "freebsd_arm",
    ] {
        assert!(text.contains(name), "{name}: {text}");
    }
    assert!(
        text.contains("rustup target add armv7-unknown-freebsd"),
        "{text}"
    );
    assert!(
        text.contains("an OCI layout would be extended in `oci`"),
        "{text}"
    );
    assert!(
        messages.contains("has no section for version"),
        "{messages}"
    );
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_folder_without_a_package_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_cargo-terrane"))
        .args(["terrane", "lint"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let messages = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{messages}");
    assert!(
        messages.contains("`.` has neither a `Cargo.toml` nor a `go.mod`"),
        "{messages}"
    );
}

#[test]
fn a_release_without_a_key_or_with_a_wrong_passphrase_fails_before_it_builds() {
    let release = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_cargo-terrane"))
            .args(["terrane", "release", "--folder", LOCAL])
            .args(arguments)
            .env_remove("GPG_PRIVATE_KEY")
            .env("PASSPHRASE", "wrong")
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(release(&[]).contains("there is no key"));
    assert!(release(&["--key-file", KEY]).contains("the passphrase does not open"));
    let other = ["--key-file", KEY, "--address", "example/zoo"];
    assert!(release(&other).contains("names another provider"));
}

#[test]
fn a_missing_gpg_is_found_before_anything_is_built() {
    let cargo = std::env::var_os("CARGO").unwrap();
    let tool_chain = std::path::Path::new(&cargo).parent().unwrap();
    if tool_chain.join("gpg").exists() {
        return println!("skipped: gpg is next to cargo");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_cargo-terrane"))
        .args(["terrane", "release", "--folder", LOCAL, "--key-file", KEY])
        .env("PATH", tool_chain)
        .output()
        .unwrap();
    let messages = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{messages}");
    assert!(messages.contains("install GnuPG"), "{messages}");
}

#[cfg(unix)]
#[test]
fn a_key_or_passphrase_that_is_not_utf_8_is_named_and_not_taken_for_a_missing_one() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    for (variable, arguments) in [
        ("GPG_PRIVATE_KEY", &[][..]),
        ("PASSPHRASE", &["--key-file", KEY]),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_cargo-terrane"))
            .args(["terrane", "release", "--folder", LOCAL])
            .args(arguments)
            .env_remove("GPG_PRIVATE_KEY")
            .env(variable, OsStr::from_bytes(b"s3cret-caf\xe9"))
            .output()
            .unwrap();
        let messages = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{messages}");
        let expected =
            format!("the value of the environment variable {variable} is not UTF-8 text");
        assert!(messages.contains(&expected), "{messages}");
        assert!(!messages.contains("s3cret"), "{messages}");
    }
}
