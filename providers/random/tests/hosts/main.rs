//! The provider under every host, over both protocols: what it draws, plans, refuses and takes over.

mod create;
mod description;
mod ephemeral;
mod go;
mod golden;
mod import;
mod plan;
mod schema;
mod upgrade;
mod validation;

use serde_json::{Value, json};
use terrane_test::{Feature, InstalledProvider, Matrix, Protocol, TestResult, Workspace};

const SOURCE: &str = "hashicorp/random";

/// The provider under test.
fn random() -> InstalledProvider {
    InstalledProvider::binary(SOURCE, env!("CARGO_BIN_EXE_terraform-provider-random"))
}

fn matrix() -> Matrix {
    Matrix::new(random()).protocols_of_oldest_and_newest([Protocol::Only(5)])
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

/// A state with objects of resources, each an address and its attributes, written by a version of their schema.
fn state_of(objects: &[(&str, u64, Value)]) -> Value {
    let resource = |(address, version, attributes): &(&str, u64, Value)| {
        let (kind, name) = address.split_once('.').unwrap_or((address, ""));
        json!({
            "mode": "managed",
            "type": kind,
            "name": name,
            "provider": "provider[\"registry.terraform.io/hashicorp/random\"]",
            "instances": [{ "schema_version": version, "attributes": attributes }],
        })
    };
    state(objects.iter().map(resource).collect())
}

/// A state file with resources.
fn state(resources: Vec<Value>) -> Value {
    json!({
        "version": 4,
        "terraform_version": "1.5.7",
        "serial": 1,
        "lineage": "0e3c1b7e-4f9d-2d46-b0a5-7f2a6f6d1c11",
        "outputs": {},
        "resources": resources,
    })
}
