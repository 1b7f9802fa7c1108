//! The providers of this repository, released into a registry of static files, from which real hosts install and start them.
//!
//! With TERRANE_RELEASE, the profile of cargo that builds them, such as `release`. The builds take minutes.

use std::path::{Path, PathBuf};
use std::process::Command;

use terrane_release::Platform;
use terrane_test::cargo;

use crate::server::Server;
use crate::{Consumer, PASSPHRASE, on_hosts};

const PROVIDERS: [&str; 4] = ["github-token", "local", "random", "time"];
const KEY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/keys/rsa.asc");

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the program `cargo-terrane`, which the tests of the workspace have built next to this one.
fn tool() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let programs = test.parent().unwrap().parent().unwrap();
    let program = programs.join(format!("cargo-terrane{}", std::env::consts::EXE_SUFFIX));
    if !program.is_file() {
        let built = cargo::command()
            .args(["build", "--locked", "--package", "cargo-terrane"])
            .current_dir(workspace())
            .status();
        assert!(built.unwrap().success());
    }
    program
}

/// Releases a provider into a registry, as its author does.
fn release(provider: &str, profile: &str, port: u16, registry: &Path, archives: &Path) {
    let platform = Platform::current().unwrap().to_string();
    let folder = workspace().join("providers").join(provider);
    let output = cargo::without_package(&mut Command::new(tool()))
        .args(["terrane", "release", "--no-verify", "--key-file", KEY])
        .args(["--profile", profile, "--platform", &platform])
        .args(["--address", &format!("localhost:{port}/terrane/{provider}")])
        .arg("--folder")
        .arg(folder)
        .arg("--registry")
        .arg(registry)
        .arg("--dist")
        .arg(archives)
        .env("PASSPHRASE", PASSPHRASE)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{provider}: {errors}");
}

/// Returns a configuration that uses each provider: the local name, the address, and the rest.
fn configuration(port: u16, providers: &[(&str, &str)], rest: &str) -> String {
    let required: String = providers
        .iter()
        .map(|(local, name)| {
            format!(
                "    {local} = {{\n      source = \"localhost:{port}/terrane/{name}\"\n    }}\n"
            )
        })
        .collect();
    format!("terraform {{\n  required_providers {{\n{required}  }}\n}}\n\n{rest}")
}

const APPLIED: &str = r#"
resource "time_static" "now" {}

resource "random_pet" "name" {}

resource "local_file" "note" {
  filename = "${path.module}/note.txt"
  content  = "${random_pet.name.id} at ${time_static.now.rfc3339}"
}
"#;

const VALIDATED: &str = include_str!(
    "../../../../providers/github-token/examples/resources/githubtoken_approval/resource.tf"
);

#[test]
fn the_providers_of_this_repository_are_released_into_a_static_registry() {
    let Ok(profile) = std::env::var("TERRANE_RELEASE") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let registry = folder.path().join("registry");
    let server = Server::start(&registry);
    for provider in PROVIDERS {
        let archives = folder.path().join("dist");
        release(provider, &profile, server.port, &registry, &archives);
    }
    on_hosts(|host| {
        let certificate = Some(server.certificate.as_str());
        let names = [("local", "local"), ("random", "random"), ("time", "time")];
        let text = configuration(server.port, &names, APPLIED);
        let consumer = Consumer::with(&text, "direct {}", certificate);
        consumer.init(host).unwrap();
        consumer
            .run(
                host,
                &["apply", "-no-color", "-input=false", "-auto-approve"],
            )
            .unwrap();
        let note = std::fs::read_to_string(consumer.folder.path().join("note.txt")).unwrap();
        assert!(note.contains(" at 20"), "{note}");

        // Its API is not on this machine. Validation starts it.
        let names = [("githubtoken", "github-token")];
        let text = configuration(server.port, &names, VALIDATED);
        let consumer = Consumer::with(&text, "direct {}", certificate);
        consumer.init(host).unwrap();
        consumer.run(host, &["validate", "-no-color"]).unwrap();
    });
}
