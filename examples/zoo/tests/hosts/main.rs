//! The zoo provider on every host: pets with a nested attribute over protocol 6, pets with a block over protocol 5.
//!
//! Numbers in the tests' comments, such as L21, name the rules of the provider protocol that a case shows.

#[path = "../api/mod.rs"]
mod api;
mod description;
mod drift;
mod failures;
mod functions;
mod identity;
mod lifecycle;
mod past;
mod settings;
mod validation;

use std::ops::{Deref, DerefMut};

use serde_json::Value;
use terrane_test::{
    Failure, Feature, InstalledProvider, Matrix, Outcome, Protocol, TestResult, Workspace,
};

use crate::api::Api;

const SOURCE: &str = "example/zoo";
const TOKEN: &str = "s3cret-t0ken";

/// The attributes of most pets here.
const REX: &str = "name = \"Rex\"";

/// How a configuration writes what a pet eats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Attribute,
    Block,
}

/// A host's folder, and an API of its own; the provider's settings are in the environment.
struct Zoo<'a> {
    host: &'a mut Workspace,
    api: Api,
    form: Form,
}

/// Runs a case with each form of pets, on every host.
#[track_caller]
fn on_every_host(body: impl Fn(&mut Zoo<'_>) -> TestResult + Sync) {
    on_hosts_with(None, body);
}

/// Runs a case on the hosts that are programs: it needs other commands, signals or logs.
#[track_caller]
fn on_installed_hosts(body: impl Fn(&mut Zoo<'_>) -> TestResult + Sync) {
    on_hosts_with(Some(Feature::CommandLine), body);
}

/// Runs a case with each form of pets, on every host that has a feature.
#[track_caller]
fn on_hosts_with(feature: Option<Feature>, body: impl Fn(&mut Zoo<'_>) -> TestResult + Sync) {
    let forms = [
        (
            Form::Attribute,
            env!("CARGO_BIN_EXE_terraform-provider-zoo"),
        ),
        (
            Form::Block,
            env!("CARGO_BIN_EXE_terraform-provider-zoo-blocks"),
        ),
    ];
    for (form, binary) in forms {
        let mut matrix = Matrix::new(InstalledProvider::binary(SOURCE, binary));
        if form == Form::Block {
            matrix = matrix
                .protocols([])
                .protocols_of_oldest_and_newest([Protocol::Only(5)]);
        }
        if let Some(feature) = feature {
            matrix = matrix.needs(feature);
        }
        matrix.run(|host| {
            let api = Api::start(TOKEN)?;
            host.env("ZOO_URL", api.url()).env("ZOO_TOKEN", TOKEN);
            body(&mut Zoo { host, api, form })
        });
    }
}

impl Zoo<'_> {
    /// Writes a pet called `rex`: lines of its own attributes, and lines of what it eats.
    fn pet(&self, attributes: &str, diet: &str) -> String {
        let equals = match self.form {
            Form::Attribute => "= ",
            Form::Block => "",
        };
        format!("resource \"zoo_pet\" \"rex\" {{\n{attributes}\ndiet {equals}{{\n{diet}\n}}\n}}\n")
    }

    /// Destroys what the state knows, without a look at the world.
    fn destroy_unseen(&self) -> Result<Outcome, Failure> {
        self.run([
            "destroy",
            "-json",
            "-input=false",
            "-auto-approve",
            "-refresh=false",
        ])
    }

    /// Applies, and says what was planned for `rex`.
    fn apply_rex(&self) -> Result<Option<String>, Failure> {
        Ok(planned(&self.apply()?, "zoo_pet.rex"))
    }

    /// The attributes of `rex` in the state.
    fn rex(&self) -> Result<Value, Failure> {
        Ok(self.state()?["zoo_pet.rex"].attributes.clone())
    }

    /// The ids of all pets.
    fn ids(&self) -> Vec<String> {
        self.api.pets().into_iter().map(|pet| pet.id).collect()
    }

    /// The requests that change something, since the last time.
    fn take_changes(&self) -> Vec<String> {
        self.api
            .take_log()
            .into_iter()
            .filter(|request| !request.starts_with("GET "))
            .collect()
    }
}

impl Deref for Zoo<'_> {
    type Target = Workspace;

    fn deref(&self) -> &Workspace {
        self.host
    }
}

impl DerefMut for Zoo<'_> {
    fn deref_mut(&mut self) -> &mut Workspace {
        self.host
    }
}

/// What was planned for an object, and why: `update`, `replace (tainted)`, or nothing.
fn planned(outcome: &Outcome, address: &str) -> Option<String> {
    let change = outcome
        .events()
        .filter(|event| event["type"] == "planned_change")
        .map(|event| event["change"].clone())
        .find(|change| change["resource"]["addr"] == address)?;
    let action = change["action"].as_str()?;
    Some(match change["reason"].as_str() {
        Some(reason) => format!("{action} ({reason})"),
        None => action.to_owned(),
    })
}
