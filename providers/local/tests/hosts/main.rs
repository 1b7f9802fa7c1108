//! The provider on every host, over protocol 6 and protocol 5, and next to the Go provider that it replaces.

mod change;
mod command;
mod create;
mod data;
mod description;
mod failures;
mod functions;
mod go;
mod plan;
mod schema;
mod validation;

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::Once;

use rustix::fs::Mode;
use serde_json::{Value, json};
use terrane_test::{
    Failure, Feature, InstalledProvider, Matrix, Outcome, Protocol, TestResult, Workspace,
};

const SOURCE: &str = "hashicorp/local";

/// The provider under test. Processes have a umask that changes every default, so that it shows.
fn local() -> InstalledProvider {
    static UMASK: Once = Once::new();
    UMASK.call_once(|| {
        rustix::process::umask(Mode::from_raw_mode(0o027));
    });
    InstalledProvider::binary(SOURCE, env!("CARGO_BIN_EXE_terraform-provider-local"))
}

fn matrix() -> Matrix {
    Matrix::new(local()).protocols_of_oldest_and_newest([Protocol::Only(5)])
}

/// For what the embedded host does not have: other commands, signals and logs.
#[track_caller]
fn on_installed_hosts(body: impl Fn(&mut Workspace) -> TestResult + Sync) {
    matrix().needs(Feature::CommandLine).run(body);
}

#[track_caller]
fn on_every_host(body: impl Fn(&mut Workspace) -> TestResult + Sync) {
    matrix().run(body);
}

#[track_caller]
fn on_hosts_with(feature: Feature, body: impl Fn(&mut Workspace) -> TestResult + Sync) {
    matrix().needs(feature).run(body);
}

fn destroy_without_refresh(host: &Workspace) -> Result<Outcome, Failure> {
    let arguments = ["-json", "-input=false", "-auto-approve", "-refresh=false"];
    host.run(["destroy"].into_iter().chain(arguments))
}

/// The permissions of a file.
fn mode(path: impl AsRef<Path>) -> io::Result<u32> {
    Ok(fs::metadata(path)?.permissions().mode() & 0o7777)
}

/// What the provider tells of the bytes of `hello`, and all else null.
fn hello() -> Value {
    json!({
        "content": null,
        "content_base64": null,
        "source": null,
        "id": "aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d",
        "content_md5": "5d41402abc4b2a76b9719d911017c592",
        "content_sha1": "aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d",
        "content_sha256": "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
        "content_base64sha256": "LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=",
        "content_sha512": "9b71d224bd62f3785d96d46ad3ea3d73319bfbc2890caadae2dff72519673ca7\
            2323c3d99ba5c11d7c7acc6e14b8c5da0c4663475c2e5c3adef46f73bcdec043",
        "content_base64sha512":
            "m3HSJL1i83hdltRq0+o9czGb+8KJDKra4t/3JRlnPKcjI8PZm6XBHXx6zG4UuMXaDEZjR1wuXDre9G9zvN7AQw==",
    })
}

/// An object with some attributes replaced.
fn with(mut object: Value, attributes: Value) -> Value {
    for (name, value) in attributes.as_object().into_iter().flatten() {
        object[name] = value.clone();
    }
    object
}
