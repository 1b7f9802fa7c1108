//! Builds within a test.

use std::fs;
use std::process::Command;

use terrane_test::cargo;

/// Reads the variable as build scripts of C libraries do, and counts its runs.
const BUILD_SCRIPT: &str = r#"
use std::io::Write;

fn main() {
    println!("cargo::rerun-if-env-changed=CARGO_PKG_NAME");
    let mut runs = std::fs::File::options().append(true).create(true).open("runs").unwrap();
    runs.write_all(b".").unwrap();
}
"#;

#[test]
fn a_build_within_a_test_compiles_nothing_again_that_a_build_outside_has_compiled() {
    let package = tempfile::tempdir().unwrap();
    let file = |name: &str| package.path().join(name);
    fs::create_dir(file("src")).unwrap();
    fs::write(file("src/lib.rs"), "").unwrap();
    fs::write(file("build.rs"), BUILD_SCRIPT).unwrap();
    let manifest = "[package]\nname = \"native\"\nedition = \"2024\"\n\n[workspace]\n";
    fs::write(file("Cargo.toml"), manifest).unwrap();
    let build = |mut cargo: Command| {
        let build = cargo.args(["build", "--offline", "--quiet"]);
        build.current_dir(package.path());
        build.env("CARGO_TARGET_DIR", file("target"));
        assert!(build.status().unwrap().success());
        fs::read_to_string(file("runs")).unwrap()
    };
    // A person's shell does not know the package of this test.
    let mut outside = Command::new(env!("CARGO"));
    outside.env_remove("CARGO_PKG_NAME");
    assert_eq!(build(outside), ".");
    assert_eq!(build(cargo::command()), ".");
}
