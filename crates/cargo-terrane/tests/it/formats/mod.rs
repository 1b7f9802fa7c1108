//! What providers print of their schemas, in every format: the kitchen sink, the zoo and the drop-ins.

mod configuration;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Map, Value, json};

use crate::formats::configuration::blocks;

/// The providers, each with the folders or files of its examples.
const PROVIDERS: [(&str, &str); 6] = [
    (
        "sink",
        "crates/cargo-terrane/tests/it/formats/examples/sink.tf",
    ),
    (
        "zoo",
        "crates/cargo-terrane/tests/it/formats/examples/zoo.tf",
    ),
    ("local", "providers/local/examples"),
    ("random", "providers/random/examples"),
    ("time", "providers/time/examples"),
    ("github-token", "providers/github-token/examples"),
];

/// The sections of a provider's entry, by the kind of block in a configuration.
const SECTIONS: [(&str, &str); 4] = [
    ("resource", "resource_schemas"),
    ("data", "data_source_schemas"),
    ("ephemeral", "ephemeral_resource_schemas"),
    ("action", "action_schemas"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A provider's program, which cargo has built along with the tests.
fn program(provider: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let folder = test.parent().and_then(Path::parent).unwrap();
    let name = format!(
        "terraform-provider-{provider}{}",
        std::env::consts::EXE_SUFFIX
    );
    let program = folder.join(name);
    assert!(
        program.is_file(),
        "run `cargo build -p terraform-provider-{provider}`"
    );
    program
}

fn output(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// What a provider's program prints of its schema.
fn printed(provider: &str, format: &str) -> String {
    output(Command::new(program(provider)).args(["schema", "--format", format]))
}

/// What the tool prints of a provider's schema.
fn printed_by_tool(provider: &str, format: &str) -> String {
    let mut tool = Command::new(env!("CARGO_BIN_EXE_cargo-terrane"));
    tool.args(["terrane", "schema", "print", "--format", format]);
    output(tool.arg(program(provider)))
}

fn json_of(provider: &str, format: &str) -> Value {
    serde_json::from_str(&printed(provider, format)).unwrap()
}

/// The only entry of a document.
fn entry(document: &Value) -> Value {
    let providers = document["provider_schemas"].as_object().unwrap();
    providers.values().next().unwrap().clone()
}

/// The files with examples.
fn examples(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let Ok(entries) = std::fs::read_dir(path) else {
        return Vec::new();
    };
    let mut found: Vec<PathBuf> = entries
        .flat_map(|entry| {
            let path = entry.unwrap().path();
            if path.is_dir() {
                examples(&path)
            } else {
                vec![path]
            }
        })
        .filter(|path| path.extension().is_some_and(|it| it == "tf"))
        .collect();
    found.sort();
    found
}

/// Whether all members of one value are in another one, at any depth.
fn contains(whole: &Value, part: &Value) -> bool {
    match (whole, part) {
        (Value::Object(whole), Value::Object(part)) => part
            .iter()
            .all(|(key, part)| whole.get(key).is_some_and(|whole| contains(whole, part))),
        (whole, part) => whole == part,
    }
}

#[test]
fn terrane_json_adds_to_terraform_json_and_markdown_names_every_type() {
    for (provider, _) in PROVIDERS {
        let (plain, full) = (
            json_of(provider, "terraform-json"),
            json_of(provider, "terrane-json"),
        );
        assert!(contains(&full, &plain), "{provider}");
        terrane_schema::read(&printed(provider, "terraform-json")).unwrap();
        let whole: Value = serde_json::from_str(&printed_by_tool(provider, "json")).unwrap();
        assert_eq!(whole, full, "{provider}");
        let page = printed_by_tool(provider, "markdown");
        for (_, section) in SECTIONS {
            for name in entry(&plain)[section]
                .as_object()
                .into_iter()
                .flat_map(Map::keys)
            {
                assert!(page.contains(&format!("## {name} (")), "{provider}: {name}");
            }
        }
    }
}

#[test]
fn each_json_schema_accepts_the_examples_and_refuses_wrong_ones() {
    for (provider, path) in PROVIDERS {
        let documents: Value =
            serde_json::from_str(&printed_by_tool(provider, "json-schema")).unwrap();
        let mut checked = BTreeSet::new();
        for file in examples(&root().join(path)) {
            let shown = file.display();
            for (kind, name, body) in blocks(&file) {
                let Some((_, section)) = SECTIONS.iter().find(|(known, _)| *known == kind) else {
                    continue;
                };
                if name == "terraform_data" {
                    // Terraform's own provider has it.
                    continue;
                }
                let document = &documents[*section][&name];
                assert!(
                    document.is_object(),
                    "{shown}: {name} is not a type of {provider}"
                );
                let validator = jsonschema::validator_for(document).unwrap();
                let body = match kind.as_str() {
                    "action" => body
                        .get("config")
                        .map_or_else(|| json!({}), |it| it[0].clone()),
                    _ => body,
                };
                let problems = validator.iter_errors(&body);
                let problems: Vec<String> = problems.map(|it| it.to_string()).collect();
                assert_eq!(problems, Vec::<String>::new(), "{shown}: {name}: {body}");

                let mut wrong = body.clone();
                wrong["no_such_argument"] = 1.into();
                assert!(!validator.is_valid(&wrong), "{shown}: {name}");
                // An attribute of another type is refused, unless its type is dynamic.
                for (argument, schema) in document["properties"].as_object().unwrap() {
                    if body.get(argument).is_some() && schema["anyOf"].is_array() {
                        let mut wrong = body.clone();
                        wrong[argument] = json!([[["of no type"]]]);
                        assert!(!validator.is_valid(&wrong), "{shown}: {name}.{argument}");
                    }
                }
                checked.insert(name);
            }
        }
        assert!(!checked.is_empty(), "{provider} has no examples in {path}");
    }
}

#[test]
fn the_constraints_of_validators_are_part_of_the_json_schema() {
    let documents: Value = serde_json::from_str(&printed_by_tool("sink", "json-schema")).unwrap();
    let inspection = &documents["data_source_schemas"]["sink_inspection"];
    let validator = jsonschema::validator_for(inspection).unwrap();
    for (accepted, refused) in [
        (
            json!({ "tools": ["brush"] }),
            json!({ "tools": ["a brush with a long handle"] }),
        ),
        (
            json!({ "tools": ["a", "b"] }),
            json!({ "tools": ["a", "a"] }),
        ),
        (
            json!({ "tools": ["a", "b", "c"] }),
            json!({ "tools": ["a", "b", "c", "d"] }),
        ),
        (
            json!({ "notes": { "wet": "yes" } }),
            json!({ "notes": { "WET": "yes" } }),
        ),
        (json!({ "degrees": 20 }), json!({ "degrees": 200 })),
        (json!({ "degrees": -1 }), json!({ "degrees": -2 })),
        (json!({ "pipe": "copper" }), json!({ "pipe": "lead" })),
        (json!({ "pipe": "${var.pipe}" }), json!({ "pipe": 5 })),
    ] {
        let wrong = |value: &Value| {
            // Errors at the root are about relations between arguments, which another test checks.
            let mut errors = validator.iter_errors(value);
            errors.any(|it| !it.instance_path().as_str().is_empty())
        };
        assert!(!wrong(&accepted), "{accepted}");
        assert!(wrong(&refused), "{refused}");
    }
}
