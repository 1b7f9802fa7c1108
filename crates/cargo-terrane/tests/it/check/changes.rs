//! `schema diff` classes each seeded change, and is a gate.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::check::zoo::{entry, with, write};
use crate::check::{json, stderr, stdout, terrane};

/// A change: its class, the item and path, what changes, and the edits that make it.
type Change = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    Vec<(&'static str, Value)>,
);

fn changes() -> Vec<Change> {
    let optional = json!({ "type": "string", "optional": true });
    let required = json!({ "type": "string", "required": true });
    let block = json!({ "nesting_mode": "list", "block": {} });
    let needed = json!({ "nesting_mode": "list", "min_items": 1, "block": {} });
    let thing = json!({ "version": 0, "block": {} });
    let relation = json!([{ "kind": "exactly_one_of", "members": ["species", "weight"] }]);
    const PET: &str = "resource zoo_pet";
    vec![
        (
            "minor",
            "data source zoo_cage",
            "",
            "data source added",
            vec![("data_source_schemas/zoo_cage", thing)],
        ),
        (
            "major",
            "data source zoo_pet",
            "",
            "data source removed",
            vec![("data_source_schemas/zoo_pet", Value::Null)],
        ),
        (
            "major",
            "function count_legs",
            "",
            "function removed",
            vec![("functions/count_legs", Value::Null)],
        ),
        (
            "minor",
            PET,
            "color",
            "attribute added",
            vec![("resource_schemas/zoo_pet/block/attributes/color", optional)],
        ),
        (
            "major",
            PET,
            "color",
            "attribute added",
            vec![("resource_schemas/zoo_pet/block/attributes/color", required)],
        ),
        (
            "major",
            PET,
            "weight",
            "attribute removed",
            vec![(
                "resource_schemas/zoo_pet/block/attributes/weight",
                Value::Null,
            )],
        ),
        (
            "major",
            PET,
            "weight",
            "type",
            vec![(
                "resource_schemas/zoo_pet/block/attributes/weight/type",
                json!("string"),
            )],
        ),
        (
            "minor",
            PET,
            "facts",
            "type",
            vec![(
                "resource_schemas/zoo_pet/block/attributes/facts/type",
                json!(["object", { "age": "number", "sex": "string" }]),
            )],
        ),
        (
            "major",
            PET,
            "facts",
            "type",
            vec![(
                "resource_schemas/zoo_pet/block/attributes/facts/type",
                json!(["object", { "sex": "string" }]),
            )],
        ),
        (
            "minor",
            PET,
            "weight",
            "presence",
            vec![(
                "resource_schemas/zoo_pet/block/attributes/weight/computed",
                json!(true),
            )],
        ),
        (
            "major",
            PET,
            "legs",
            "presence",
            vec![(
                "resource_schemas/zoo_pet/block/attributes/legs/computed",
                json!(false),
            )],
        ),
        (
            "major",
            PET,
            "weight",
            "presence",
            vec![
                (
                    "resource_schemas/zoo_pet/block/attributes/weight/optional",
                    json!(false),
                ),
                (
                    "resource_schemas/zoo_pet/block/attributes/weight/required",
                    json!(true),
                ),
            ],
        ),
        (
            "minor",
            "data source zoo_pet",
            "name",
            "presence",
            vec![
                (
                    "data_source_schemas/zoo_pet/block/attributes/name/required",
                    json!(false),
                ),
                (
                    "data_source_schemas/zoo_pet/block/attributes/name/optional",
                    json!(true),
                ),
            ],
        ),
        (
            "major",
            PET,
            "species",
            "presence",
            vec![
                (
                    "resource_schemas/zoo_pet/block/attributes/species/optional",
                    json!(false),
                ),
                (
                    "resource_schemas/zoo_pet/block/attributes/species/computed",
                    json!(true),
                ),
            ],
        ),
        (
            "major",
            PET,
            "species",
            "sensitive",
            vec![(
                "resource_schemas/zoo_pet/block/attributes/species/sensitive",
                json!(true),
            )],
        ),
        (
            "minor",
            "provider configuration",
            "token",
            "sensitive",
            vec![("provider/block/attributes/token/sensitive", json!(false))],
        ),
        (
            "major",
            PET,
            "species",
            "write-only",
            vec![(
                "resource_schemas/zoo_pet/block/attributes/species/write_only",
                json!(true),
            )],
        ),
        (
            "major",
            PET,
            "meals",
            "nesting",
            vec![(
                "resource_schemas/zoo_pet/block/attributes/meals/nested_type/nesting_mode",
                json!("set"),
            )],
        ),
        (
            "major",
            PET,
            "meals.hour",
            "type",
            vec![(
                "resource_schemas/zoo_pet/block/attributes/meals/nested_type/attributes/hour/type",
                json!("string"),
            )],
        ),
        (
            "minor",
            PET,
            "cage",
            "block added",
            vec![("resource_schemas/zoo_pet/block/block_types/cage", block)],
        ),
        (
            "major",
            PET,
            "cage",
            "block added",
            vec![("resource_schemas/zoo_pet/block/block_types/cage", needed)],
        ),
        (
            "patch",
            PET,
            "name",
            "description",
            vec![(
                "resource_schemas/zoo_pet/block/attributes/name/description",
                json!("Its name."),
            )],
        ),
        (
            "patch",
            "function count_legs",
            "",
            "summary",
            vec![("functions/count_legs/summary", json!("Legs."))],
        ),
        (
            "minor",
            PET,
            "weight",
            "deprecation",
            vec![
                (
                    "resource_schemas/zoo_pet/block/attributes/weight/deprecated",
                    json!(true),
                ),
                (
                    "resource_schemas/zoo_pet/block/attributes/weight/deprecation_message",
                    json!("Use mass."),
                ),
            ],
        ),
        (
            "minor",
            PET,
            "",
            "version",
            vec![("resource_schemas/zoo_pet/version", json!(2))],
        ),
        (
            "major",
            PET,
            "",
            "version",
            vec![("resource_schemas/zoo_pet/version", json!(0))],
        ),
        (
            "major",
            "function count_legs",
            "return",
            "type",
            vec![("functions/count_legs/return_type", json!("string"))],
        ),
        (
            "major",
            "function count_legs",
            "[1]",
            "parameter added",
            vec![(
                "functions/count_legs/parameters",
                json!([entry()["functions"]["count_legs"]["parameters"][0], { "name": "more", "type": "string" }]),
            )],
        ),
        (
            "minor",
            "function count_legs",
            "variadic",
            "parameter added",
            vec![(
                "functions/count_legs/variadic_parameter",
                json!({ "name": "more", "type": "string" }),
            )],
        ),
        (
            "major",
            "identity of resource zoo_pet",
            "",
            "identity removed",
            vec![("resource_identity_schemas/zoo_pet", Value::Null)],
        ),
        (
            "major",
            "identity of resource zoo_pet",
            "chip",
            "attribute added",
            vec![(
                "resource_identity_schemas/zoo_pet/attributes/chip",
                json!({ "type": "string", "required_for_import": true }),
            )],
        ),
        (
            "minor",
            "identity of resource zoo_pet",
            "chip",
            "attribute added",
            vec![(
                "resource_identity_schemas/zoo_pet/attributes/chip",
                json!({ "type": "string", "optional_for_import": true }),
            )],
        ),
        (
            "major",
            PET,
            "legs",
            "default",
            vec![(
                "resource_schemas/zoo_pet/block/attributes/legs/default",
                json!(2),
            )],
        ),
        (
            "major",
            PET,
            "species",
            "replacement",
            vec![(
                "resource_schemas/zoo_pet/block/attributes/species/replaces",
                json!("changed"),
            )],
        ),
        (
            "minor",
            PET,
            "name",
            "replacement",
            vec![(
                "resource_schemas/zoo_pet/block/attributes/name/replaces",
                Value::Null,
            )],
        ),
        (
            "major",
            PET,
            "legs",
            "validators",
            vec![(
                "resource_schemas/zoo_pet/block/attributes/legs/validators",
                json!(["at least 1 and at most 8"]),
            )],
        ),
        (
            "minor",
            PET,
            "legs",
            "validators",
            vec![(
                "resource_schemas/zoo_pet/block/attributes/legs/validators",
                json!(["at least 0 and at most 10"]),
            )],
        ),
        (
            "minor",
            PET,
            "species",
            "validators",
            vec![(
                "resource_schemas/zoo_pet/block/attributes/species/validators",
                json!(["one of `cat`, `dog`, `ox`"]),
            )],
        ),
        (
            "major",
            PET,
            "weight",
            "whole numbers only",
            vec![(
                "resource_schemas/zoo_pet/block/attributes/weight/whole",
                json!(true),
            )],
        ),
        (
            "minor",
            PET,
            "id",
            "keeps its value",
            vec![(
                "resource_schemas/zoo_pet/block/attributes/id/keeps",
                Value::Null,
            )],
        ),
        (
            "major",
            PET,
            "species",
            "environment variables",
            vec![(
                "resource_schemas/zoo_pet/block/attributes/species/environment_variables",
                Value::Null,
            )],
        ),
        (
            "major",
            PET,
            "",
            "relation",
            vec![("resource_schemas/zoo_pet/block/relations", relation)],
        ),
        (
            "major",
            PET,
            "",
            "upgrades from versions",
            vec![("resource_schemas/zoo_pet/upgrades_from", Value::Null)],
        ),
        (
            "major",
            PET,
            "",
            "moves from types",
            vec![("resource_schemas/zoo_pet/moves_from", Value::Null)],
        ),
        (
            "minor",
            "function count_wings",
            "",
            "function added",
            vec![(
                "configured_functions/count_wings",
                json!({ "return_type": "number" }),
            )],
        ),
        (
            "major",
            PET,
            "weight",
            "allowed values",
            vec![(
                "resource_schemas/zoo_pet/block/attributes/weight/constraints",
                json!([{ "kind": "range", "minimum": 0, "maximum": 255 }]),
            )],
        ),
        (
            "major",
            PET,
            "",
            "import",
            vec![("resource_schemas/zoo_pet/import", Value::Null)],
        ),
        (
            "patch",
            PET,
            "weight",
            "since",
            vec![(
                "resource_schemas/zoo_pet/block/attributes/weight/since",
                json!("1.1.0"),
            )],
        ),
        (
            "patch",
            PET,
            "",
            "since",
            vec![("resource_schemas/zoo_pet/block/since", json!("1.0.0"))],
        ),
        (
            "patch",
            "function count_legs",
            "",
            "since",
            vec![("functions/count_legs/since", json!("1.2.0"))],
        ),
    ]
}

#[test]
fn each_seeded_change_has_its_class_place_and_reason() {
    let folder = tempfile::tempdir().unwrap();
    let old = write(folder.path(), "old.json", &entry());
    assert!(changes().len() >= 30);
    for (class, item, path, change, edits) in changes() {
        let new = write(folder.path(), "new.json", &with(&edits));
        let output = terrane([
            "schema",
            "diff",
            "--format",
            "json",
            old.to_str().unwrap(),
            new.to_str().unwrap(),
        ]);
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        let report = json(&output);
        let [found] = &report["changes"].as_array().unwrap()[..] else {
            panic!("{item}, {path}, {change}: {report:#}");
        };
        let expected = json!([class, item, path, change]);
        let found_parts = json!([
            found["class"],
            found["item"],
            found["path"],
            found["change"]
        ]);
        assert_eq!(found_parts, expected);
        assert!(found["reason"].as_str().is_some_and(|it| !it.is_empty()));
    }
}

#[test]
fn equal_schemas_pass_and_a_class_may_be_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let old = write(folder.path(), "old.json", &entry());
    let change = (
        "resource_schemas/zoo_pet/block/attributes/color",
        json!({ "type": "string", "optional": true }),
    );
    let new = write(folder.path(), "new.json", &with(&[change]));
    let (old, new) = (old.to_str().unwrap(), new.to_str().unwrap());
    let code = |arguments: &[&str]| {
        let all = ["schema", "diff"].iter().chain(arguments);
        terrane(all).status.code()
    };
    assert_eq!(code(&[old, old]), Some(0));
    assert_eq!(code(&[old, new]), Some(1));
    assert_eq!(code(&[old, new, "--allow", "patch"]), Some(1));
    assert_eq!(code(&[old, new, "--allow", "minor"]), Some(0));
    // Both descriptions have the version 1.2.0.
    assert_eq!(code(&[old, new, "--allow", "version"]), Some(1));
    let output = terrane(["schema", "diff", old, new, "--allow", "version"]);
    let text = stdout(&output);
    assert!(text.contains("minor: resource zoo_pet, color: attribute added (configurations and expressions may use it)"), "{text}");
    assert!(
        text.contains(
            "a minor change since version 1.2.0 needs version 1.3.0, and the version is 1.2.0"
        ),
        "{text}"
    );
}

/// Runs git in a folder.
pub(crate) fn git(folder: &Path, arguments: &[&str]) {
    let done = Command::new("git")
        .args(["-c", "user.name=a", "-c", "user.email=a@example.com"])
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(done.status.success(), "{}", stderr(&done));
}

/// Writes a package of a provider, whose program need not be built.
pub(crate) fn package(folder: &Path, version: &str, more: &str) {
    let manifest = format!(
        "[package]\nname = \"terraform-provider-time\"\nversion = \"{version}\"\nedition = \"2024\"\n{more}\n[workspace]\n"
    );
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    let lock = format!(
        "version = 4\n\n[[package]]\nname = \"terraform-provider-time\"\nversion = \"{version}\"\n"
    );
    fs::write(folder.join("Cargo.lock"), lock).unwrap();
    fs::create_dir_all(folder.join("src")).unwrap();
    fs::write(folder.join("src/main.rs"), "fn main() {}\n").unwrap();
}

#[test]
fn a_package_is_compared_with_its_record_and_with_a_commit() {
    let folder = tempfile::tempdir().unwrap();
    package(folder.path(), "1.0.0", "");
    let program = crate::check::program("time");
    let (own, program) = (folder.path().to_str().unwrap(), program.to_str().unwrap());
    let run = |command: &str, arguments: &[&str]| {
        let options = ["--folder", own, "--binary", program];
        let all = ["schema", command].into_iter().chain(options);
        terrane(all.chain(arguments.iter().copied()))
    };
    let nothing = run("diff", &[]);
    assert_eq!(nothing.status.code(), Some(2));
    assert!(stderr(&nothing).contains("`cargo terrane schema record` writes it"));

    assert!(run("record", &[]).status.success());
    let record = folder.path().join("schema.json");
    let recorded = fs::read_to_string(&record).unwrap();
    assert_eq!(run("diff", &[]).status.code(), Some(0));

    // The release had one function less.
    git(folder.path(), &["init", "--quiet"]);
    let mut earlier: Value = serde_json::from_str(&recorded).unwrap();
    let providers = earlier["provider_schemas"].as_object_mut().unwrap();
    let provider = providers.values_mut().next().unwrap();
    provider["version"] = json!("1.0.0");
    let functions = provider["functions"].as_object_mut().unwrap();
    functions.remove("duration_parse").unwrap();
    fs::write(&record, earlier.to_string()).unwrap();
    git(folder.path(), &["add", "."]);
    git(
        folder.path(),
        &["commit", "--quiet", "--message", "Release"],
    );
    fs::write(&record, recorded).unwrap();

    let refused = run("diff", &["HEAD"]);
    assert_eq!(refused.status.code(), Some(1), "{}", stderr(&refused));
    assert!(stdout(&refused).contains("minor: function duration_parse: function added"));
    package(folder.path(), "1.1.0", "");
    let permitted = run("diff", &["HEAD"]);
    assert_eq!(permitted.status.code(), Some(0), "{}", stdout(&permitted));
}

/// A schema that a host has printed lacks defaults, so a changed default is found between two descriptions alone.
#[test]
fn what_hosts_do_not_print_is_compared_if_both_versions_describe_it() {
    let folder = tempfile::tempdir().unwrap();
    let default = "resource_schemas/zoo_pet/block/attributes/legs/default";
    let described = write(folder.path(), "described.json", &entry());
    let changed = write(folder.path(), "changed.json", &with(&[(default, json!(5))]));
    let printed = folder.path().join("printed.json");
    let mut document: Value = serde_json::from_slice(&fs::read(&changed).unwrap()).unwrap();
    document
        .as_object_mut()
        .unwrap()
        .remove("terrane_format_version");
    fs::write(&printed, document.to_string()).unwrap();
    for (old, new, changes, is_partial) in [
        (&described, &changed, 1, false),
        (&described, &printed, 0, true),
        (&printed, &described, 0, true),
        (&printed, &printed, 0, false),
    ] {
        let arguments = ["schema", "diff", "--format", "json"].map(std::ffi::OsStr::new);
        let report = json(&terrane(
            arguments
                .into_iter()
                .chain([old.as_os_str(), new.as_os_str()]),
        ));
        assert_eq!(report["changes"].as_array().unwrap().len(), changes);
        assert_eq!(report["partial"], is_partial, "{report:#}");
    }
}
