//! The sink provider on every host: racks of nested attributes over protocol 6, racks of blocks over protocol 5.
//!
//! Numbers in the tests' names, such as `l21`, name the rules of the provider protocol that a case shows. What no host shows is in `tests/it/wire`.

mod actions;
mod canary;
mod description;
mod elements;
mod failures;
mod functions;
mod identity;
mod larder;
mod life;
mod lists;
mod names;
mod past;
mod provisioner;
mod settings;
mod taps;
mod validation;

use std::fs;
use std::ops::{Deref, DerefMut};
use std::path::PathBuf;

use terrane_test::{
    Failure, Feature, InstalledProvider, Matrix, Plan, Product, Protocol, TestResult, Workspace,
};

/// How a configuration writes what is inside a rack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Attributes,
    Blocks,
}

/// A host's folder with a sink in it. The settings are in the environment.
struct Kitchen<'a> {
    host: &'a mut Workspace,
    form: Form,
}

/// Runs a case with each form of racks, with typed schemas on the oldest and the newest host, and with schemas that are made at run time on the
/// newest. With `TERRANE_MATRIX=full`, both run on every host.
#[track_caller]
fn on_oldest_and_newest(body: impl Fn(&mut Kitchen<'_>) -> TestResult + Sync) {
    on_hosts(None, Extent::Newest, body);
}

/// The same on hosts that are programs: the case needs other commands, signals or logs.
#[track_caller]
fn on_installed_hosts(body: impl Fn(&mut Kitchen<'_>) -> TestResult + Sync) {
    on_hosts_with(Feature::CommandLine, body);
}

/// The same on hosts that have a feature; the others are named in the output.
#[track_caller]
fn on_hosts_with(
    feature: impl Into<Option<Feature>>,
    body: impl Fn(&mut Kitchen<'_>) -> TestResult + Sync,
) {
    on_hosts(feature.into(), Extent::Newest, body);
}

/// The same, with schemas that are made at run time also on the oldest host.
#[track_caller]
fn with_every_schema(body: impl Fn(&mut Kitchen<'_>) -> TestResult + Sync) {
    on_hosts(None, Extent::OldestAndNewest, body);
}

/// The hosts on which schemas are made at run time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Extent {
    Newest,
    OldestAndNewest,
}

#[track_caller]
fn on_hosts(
    feature: Option<Feature>,
    run_time: Extent,
    body: impl Fn(&mut Kitchen<'_>) -> TestResult + Sync,
) {
    let forms = [
        (
            Form::Attributes,
            env!("CARGO_BIN_EXE_terraform-provider-sink"),
        ),
        (
            Form::Blocks,
            env!("CARGO_BIN_EXE_terraform-provider-sink-blocks"),
        ),
    ];
    let schemas = ["typed", "run-time"];
    let forms = forms.iter().flat_map(|form| schemas.map(|it| (form, it)));
    for (&(form, binary), schemas) in forms {
        let sink = InstalledProvider::binary("example/sink", binary);
        let protocol = match form {
            Form::Attributes => Protocol::Newest,
            Form::Blocks => Protocol::Only(5),
        };
        let mut matrix = Matrix::new(sink)
            .protocols([])
            .protocols_of_oldest_and_newest([protocol]);
        if let Some(feature) = feature {
            matrix = matrix.needs(feature);
        }
        if schemas == "run-time"
            && run_time == Extent::Newest
            && std::env::var("TERRANE_MATRIX").as_deref() != Ok("full")
        {
            matrix = matrix.only_if("run-time schemas are tested on the newest host", |host| {
                host.product() == Product::Terraform && host.is_at_least(1, 15)
            });
        }
        matrix.run(|host| {
            host.env("SINK_SCHEMAS", schemas);
            let folder = host.path().join("sink");
            host.env("SINK_FOLDER", folder);
            body(&mut Kitchen { host, form })
        });
    }
}

impl Kitchen<'_> {
    /// The sink.
    fn folder(&self) -> PathBuf {
        self.path().join("sink")
    }

    /// What is on a dish, if there is one of that name.
    fn dish(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.folder().join(format!("{name}.dish"))).ok()
    }

    /// The lines of the diary, but for what is said of the host, since the last time.
    fn diary(&self) -> Vec<String> {
        let path = self.folder().join("diary.txt");
        let text = fs::read_to_string(&path).unwrap_or_default();
        let _ = fs::remove_file(path);
        let lines = text.lines().filter(|line| !line.starts_with("the host is"));
        lines.map(str::to_owned).collect()
    }

    /// One nested object.
    fn one(&self, name: &str, inside: &str) -> String {
        match self.form {
            Form::Attributes => format!("{name} = {{\n{inside}\n}}\n"),
            Form::Blocks => format!("{name} {{\n{inside}\n}}\n"),
        }
    }

    /// Nested objects in a list or a set.
    fn many(&self, name: &str, elements: &[&str]) -> String {
        match self.form {
            Form::Attributes => {
                let elements: Vec<_> = elements.iter().map(|it| format!("{{\n{it}\n}}")).collect();
                format!("{name} = [{}]\n", elements.join(", "))
            }
            Form::Blocks => elements.iter().map(|it| self.one(name, it)).collect(),
        }
    }

    /// Nested objects by name.
    fn named(&self, name: &str, elements: &[(&str, &str)]) -> String {
        match self.form {
            Form::Attributes => {
                let elements = elements
                    .iter()
                    .map(|(key, it)| format!("{key} = {{\n{it}\n}}\n"));
                format!("{name} = {{\n{}}}\n", elements.collect::<String>())
            }
            Form::Blocks => elements
                .iter()
                .map(|(key, it)| format!("{name} {key:?} {{\n{it}\n}}\n"))
                .collect(),
        }
    }
}

impl Deref for Kitchen<'_> {
    type Target = Workspace;

    fn deref(&self) -> &Workspace {
        self.host
    }
}

impl DerefMut for Kitchen<'_> {
    fn deref_mut(&mut self) -> &mut Workspace {
        self.host
    }
}

/// The line of a configuration that holds a text, as hosts count.
fn line(config: &str, text: &str) -> u64 {
    let before = config.split(text).next().unwrap_or_default();
    1 + before.matches('\n').count() as u64
}

/// What a plan says of an attribute after the change: its value, or nothing while it is unknown.
fn after(plan: &Plan, address: &str, name: &str) -> Result<Option<serde_json::Value>, Failure> {
    let change = plan.change(address)?;
    Ok(if change.unknown[name] == true {
        None
    } else {
        Some(change.after[name].clone())
    })
}
