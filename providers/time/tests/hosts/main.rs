//! The provider on every host, over protocol 6 and protocol 5, and next to the Go provider that it replaces.

mod change;
mod create;
mod description;
mod functions;
mod go;
mod import;
mod rotation;
mod schema;
mod sleep;
mod validation;

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::Value;
use terrane_test::{
    Feature, InstalledProvider, Matrix, Protocol, ResourceChange, TestResult, Workspace,
};

const SOURCE: &str = "hashicorp/time";

fn time() -> InstalledProvider {
    InstalledProvider::binary(SOURCE, env!("CARGO_BIN_EXE_terraform-provider-time"))
}

fn matrix() -> Matrix {
    Matrix::new(time()).protocols_of_oldest_and_newest([Protocol::Only(5)])
}

/// For what the embedded host does not have: other commands, signals and logs.
#[track_caller]
fn on_installed_hosts(body: impl Fn(&mut Workspace) -> TestResult + Sync) {
    matrix().needs(Feature::CommandLine).run(body);
}

#[track_caller]
fn on_every_host(body: impl Fn(&mut Workspace) -> TestResult + Sync) {
    Matrix::new(time()).run(body);
}

/// For what depends on how values travel; the rest is the same over either protocol.
#[track_caller]
fn over_both_protocols(body: impl Fn(&mut Workspace) -> TestResult + Sync) {
    matrix().run(body);
}

#[track_caller]
fn on_hosts_with(feature: Feature, body: impl Fn(&mut Workspace) -> TestResult + Sync) {
    matrix().needs(feature).run(body);
}

/// The Unix time, in seconds.
fn now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now: Duration| now.as_secs())
}

/// The attributes that are not known yet.
fn unknown(change: &ResourceChange) -> Vec<&str> {
    let attributes = change.unknown.as_object().into_iter().flatten();
    let mut unknown: Vec<&str> = attributes
        .filter(|(_, unknown)| **unknown == Value::Bool(true))
        .map(|(name, _)| name.as_str())
        .collect();
    unknown.sort_unstable();
    unknown
}

/// The attributes because of which an object is replaced.
fn replacing(change: &ResourceChange) -> Vec<&str> {
    let paths = change.json["replace_paths"]
        .as_array()
        .into_iter()
        .flatten();
    let mut names: Vec<&str> = paths.filter_map(|path| path[0].as_str()).collect();
    names.sort_unstable();
    names
}

/// Fails if an object has not these attributes next to others.
#[track_caller]
fn assert_has(object: &Value, expected: &Value) {
    for (name, value) in expected.as_object().into_iter().flatten() {
        assert_eq!(object[name], *value, "{name} of {object}");
    }
}
