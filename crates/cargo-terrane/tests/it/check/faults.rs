//! Lint finds each seeded fault, and nothing else.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::check::zoo::{EXAMPLES, with, write};
use crate::check::{json, stdout, terrane};

/// A fault: the rule, the place, changes of the description, and changes of the examples (none removes the file).
struct Fault {
    rule: &'static str,
    place: &'static str,
    edits: Vec<(&'static str, Value)>,
    files: Vec<(&'static str, Option<&'static str>)>,
}

fn fault(rule: &'static str, place: &'static str, edits: &[(&'static str, Value)]) -> Fault {
    Fault {
        rule,
        place,
        edits: edits.to_vec(),
        files: Vec::new(),
    }
}

fn example(
    rule: &'static str,
    place: &'static str,
    file: &'static str,
    text: Option<&'static str>,
) -> Fault {
    Fault {
        rule,
        place,
        edits: Vec::new(),
        files: vec![(file, text)],
    }
}

/// An optional attribute with a description.
fn optional(ty: Value) -> Value {
    json!({ "type": ty, "optional": true, "description": "A value." })
}

fn faults() -> Vec<Fault> {
    let thing = json!({ "version": 0, "block": { "description": "A thing." } });
    let function = json!({ "description": "Counts.", "return_type": "number" });
    let named = json!({ "name": { "type": "string", "required": true, "description": "What it is called." } });
    let block = |mode: &str, attributes: Value| json!({ "nesting_mode": mode, "block": { "description": "A part.", "attributes": attributes } });
    let size = json!({ "size": optional(json!("number")) });
    let with_example = |mut fault: Fault, file, text| {
        fault.files.push((file, Some(text)));
        fault
    };
    vec![
        with_example(
            fault(
                "TF101",
                "data source zoo_Cage",
                &[("data_source_schemas/zoo_Cage", thing.clone())],
            ),
            "data-sources/zoo_Cage/data-source.tf",
            "data \"zoo_Cage\" \"it\" {}\n",
        ),
        with_example(
            fault(
                "TF101",
                "function countWings",
                &[("functions/countWings", function)],
            ),
            "functions/countWings/function.tf",
            "output \"it\" {\n  value = provider::zoo::countWings()\n}\n",
        ),
        with_example(
            fault(
                "TF102",
                "data source aviary_bird",
                &[("data_source_schemas/aviary_bird", thing)],
            ),
            "data-sources/aviary_bird/data-source.tf",
            "data \"aviary_bird\" \"it\" {}\n",
        ),
        fault(
            "TF103",
            "resource zoo_pet, furColor",
            &[(
                "resource_schemas/zoo_pet/block/attributes/furColor",
                optional(json!("string")),
            )],
        ),
        fault(
            "TF104",
            "resource zoo_pet, count",
            &[(
                "resource_schemas/zoo_pet/block/attributes/count",
                optional(json!("number")),
            )],
        ),
        fault(
            "TF104",
            "provider configuration, alias",
            &[("provider/block/attributes/alias", optional(json!("string")))],
        ),
        fault(
            "TF104",
            "provider configuration, source",
            &[(
                "provider/block/attributes/source",
                optional(json!("string")),
            )],
        ),
        fault(
            "TF105",
            "resource zoo_pet, toy",
            &[(
                "resource_schemas/zoo_pet/block/attributes/toy",
                optional(json!(["list", "string"])),
            )],
        ),
        fault(
            "TF106",
            "resource zoo_pet, cages",
            &[(
                "resource_schemas/zoo_pet/block/block_types/cages",
                block("list", size.clone()),
            )],
        ),
        fault(
            "TF107",
            "resource zoo_pet, disable_alarm",
            &[(
                "resource_schemas/zoo_pet/block/attributes/disable_alarm",
                optional(json!("bool")),
            )],
        ),
        fault(
            "TF201",
            "resource zoo_pet",
            &[("resource_schemas/zoo_pet/block/description", json!(""))],
        ),
        fault(
            "TF201",
            "function count_legs",
            &[
                ("functions/count_legs/description", json!("")),
                ("functions/count_legs/summary", json!("")),
            ],
        ),
        fault(
            "TF202",
            "resource zoo_pet, meals.hour",
            &[(
                "resource_schemas/zoo_pet/block/attributes/meals/nested_type/attributes/hour/description",
                json!(" "),
            )],
        ),
        fault(
            "TF202",
            "function count_legs, species",
            &[(
                "functions/count_legs/parameters",
                json!([{ "name": "species", "type": "string" }]),
            )],
        ),
        fault(
            "TF203",
            "resource zoo_pet, name",
            &[(
                "resource_schemas/zoo_pet/block/attributes/name/description",
                json!("The name."),
            )],
        ),
        fault(
            "TF204",
            "resource zoo_pet, legs",
            &[(
                "resource_schemas/zoo_pet/block/attributes/legs/description",
                json!("number of legs."),
            )],
        ),
        fault(
            "TF204",
            "data source zoo_pet, legs",
            &[(
                "data_source_schemas/zoo_pet/block/attributes/legs/description",
                json!("How many legs"),
            )],
        ),
        fault(
            "TF205",
            "resource zoo_pet, weight",
            &[(
                "resource_schemas/zoo_pet/block/attributes/weight/description",
                json!("TODO: the unit."),
            )],
        ),
        fault(
            "TF206",
            "resource zoo_pet, weight",
            &[(
                "resource_schemas/zoo_pet/block/attributes/weight/deprecated",
                json!(true),
            )],
        ),
        fault(
            "TF301",
            "resource zoo_pet, chip_password",
            &[(
                "resource_schemas/zoo_pet/block/attributes/chip_password",
                optional(json!("string")),
            )],
        ),
        fault(
            "TF301",
            "provider configuration, token",
            &[("provider/block/attributes/token/sensitive", json!(false))],
        ),
        fault(
            "TF301",
            "data source zoo_pet, api_key",
            &[(
                "data_source_schemas/zoo_pet/block/attributes/api_key",
                json!({ "type": "string", "computed": true, "description": "A key." }),
            )],
        ),
        fault(
            "TF302",
            "resource zoo_pet, pin_wo",
            &[(
                "resource_schemas/zoo_pet/block/attributes/pin_wo",
                json!({ "type": "string", "optional": true, "write_only": true, "description": "A pin." }),
            )],
        ),
        fault(
            "TF303",
            "identity of resource zoo_pet, species",
            &[
                (
                    "resource_schemas/zoo_pet/block/attributes/species/sensitive",
                    json!(true),
                ),
                (
                    "resource_identity_schemas/zoo_pet/attributes/species",
                    json!({ "type": "string", "required_for_import": true }),
                ),
            ],
        ),
        fault(
            "TF304",
            "provider configuration, token",
            &[(
                "provider/block/attributes/token/environment_variables",
                Value::Null,
            )],
        ),
        fault(
            "TF401",
            "resource zoo_pet, id",
            &[(
                "resource_schemas/zoo_pet/block/attributes/id/keeps",
                Value::Null,
            )],
        ),
        fault(
            "TF402",
            "resource zoo_pet, name",
            &[(
                "resource_schemas/zoo_pet/block/attributes/name/optional",
                json!(true),
            )],
        ),
        fault(
            "TF402",
            "data source zoo_pet, name",
            &[
                (
                    "data_source_schemas/zoo_pet/block/attributes/name/write_only",
                    json!(true),
                ),
                (
                    "data_source_schemas/zoo_pet/block/attributes/name_version",
                    optional(json!("number")),
                ),
            ],
        ),
        fault(
            "TF501",
            "resource zoo_pet, toys",
            &[(
                "resource_schemas/zoo_pet/block/attributes/toys",
                json!({ "optional": true, "description": "Its toys.", "nested_type": { "nesting_mode": "set", "attributes": named } }),
            )],
        ),
        fault(
            "TF502",
            "resource zoo_pet, keeper_ids",
            &[(
                "resource_schemas/zoo_pet/block/attributes/keeper_ids",
                optional(json!(["list", "string"])),
            )],
        ),
        fault(
            "TF503",
            "resource zoo_pet, cage",
            &[(
                "resource_schemas/zoo_pet/block/block_types/cage",
                block("single", size.clone()),
            )],
        ),
        fault(
            "TF504",
            "resource zoo_pet, cage",
            &[("resource_schemas/zoo_pet/block/block_types/cage", {
                let mut cage = block("list", size);
                cage["max_items"] = json!(1);
                cage
            })],
        ),
        fault(
            "TF505",
            "resource zoo_pet, note",
            &[(
                "resource_schemas/zoo_pet/block/attributes/note",
                optional(json!("dynamic")),
            )],
        ),
        fault(
            "TF506",
            "resource zoo_pet, chip",
            &[(
                "resource_schemas/zoo_pet/block/attributes/chip",
                optional(json!(["object", { "number": "string" }])),
            )],
        ),
        fault(
            "TF507",
            "resource zoo_pet, leg_count",
            &[(
                "resource_schemas/zoo_pet/block/attributes/leg_count",
                optional(json!("string")),
            )],
        ),
        fault(
            "TF601",
            "resource zoo_pet",
            &[("resource_identity_schemas/zoo_pet", Value::Null)],
        ),
        Fault {
            files: vec![("resources/zoo_pet/import.sh", None)],
            ..fault(
                "TF602",
                "resource zoo_pet",
                &[
                    ("resource_identity_schemas/zoo_pet", Value::Null),
                    ("resource_schemas/zoo_pet/import", Value::Null),
                ],
            )
        },
        fault(
            "TF603",
            "resource zoo_pet",
            &[("resource_schemas/zoo_pet/version", json!(2))],
        ),
        fault(
            "TF604",
            "identity of resource zoo_pet",
            &[(
                "resource_identity_schemas/zoo_pet/attributes/name/required_for_import",
                json!(false),
            )],
        ),
        example(
            "TF701",
            "provider configuration",
            "provider/provider.tf",
            None,
        ),
        example(
            "TF702",
            "resource zoo_pet",
            "resources/zoo_pet/resource.tf",
            None,
        ),
        example(
            "TF702",
            "function count_legs",
            "functions/count_legs/function.tf",
            None,
        ),
        example(
            "TF703",
            "resource zoo_pet",
            "resources/zoo_pet/import.sh",
            None,
        ),
        example(
            "TF704",
            "example resources/zoo_pet/resource.tf",
            "resources/zoo_pet/resource.tf",
            Some("resource \"zoo_pet\" \"rex\" {\n"),
        ),
        example(
            "TF704",
            "example resources/zoo_pet/resource.tf",
            "resources/zoo_pet/resource.tf",
            Some("resource \"zoo_pet\" \"rex\" {\n  title = \"Rex\"\n}\n"),
        ),
        example(
            "TF704",
            "example resources/zoo_pet/resource.tf",
            "resources/zoo_pet/resource.tf",
            Some("resource \"zoo_pet\" \"rex\" {\n  id   = \"1\"\n  name = \"Rex\"\n}\n"),
        ),
        example(
            "TF704",
            "example data-sources/zoo_pet/data-source.tf",
            "data-sources/zoo_pet/data-source.tf",
            Some("resource \"zoo_pet\" \"rex\" {\n}\n"),
        ),
        example(
            "TF705",
            "example resources/zoo_pet/resource.tf",
            "resources/zoo_pet/resource.tf",
            Some("resource \"zoo_pet\" \"rex\" {\n  name=\"Rex\"\n}\n"),
        ),
    ]
}

/// Faults that violate a second rule, too.
const ACCOMPANIED: [(&str, &str); 3] = [
    // A resource that has lost its identity.
    ("TF602", "TF601"),
    // A repeated block, and a block that may appear once.
    ("TF106", "TF503"),
    ("TF504", "TF503"),
];

fn write_examples(folder: &Path, changed: &[(&str, Option<&str>)]) {
    let own = EXAMPLES.into_iter().map(|(file, text)| (file, Some(text)));
    for (file, text) in own.chain(changed.iter().copied()) {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        match text {
            Some(text) => fs::write(path, text).unwrap(),
            None => fs::remove_file(path).unwrap(),
        }
    }
}

/// Returns the report of a lint run.
fn report(edits: &[(&str, Value)], files: &[(&str, Option<&str>)]) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let schemas = write(folder.path(), "schema.json", &with(edits));
    let examples = folder.path().join("examples");
    write_examples(&examples, files);
    let output = terrane([
        "lint".as_ref(),
        schemas.as_os_str(),
        "--examples".as_ref(),
        examples.as_os_str(),
        "--protocol".as_ref(),
        "6".as_ref(),
        "--format".as_ref(),
        "json".as_ref(),
    ]);
    json(&output)
}

/// Returns the rules and places of all findings.
fn findings(edits: &[(&str, Value)], files: &[(&str, Option<&str>)]) -> Vec<(String, String)> {
    let report = report(edits, files);
    assert_eq!(report["not_checked"], json!([]));
    let findings = report["findings"].as_array().unwrap().iter();
    findings
        .map(|it| {
            let text = |key: &str| it[key].as_str().unwrap().to_owned();
            let place = match text("path") {
                path if path.is_empty() => text("item"),
                path => format!("{}, {path}", text("item")),
            };
            (text("rule"), place)
        })
        .collect()
}

#[test]
fn a_provider_without_faults_has_no_findings() {
    assert_eq!(findings(&[], &[]), []);
}

#[test]
fn a_resource_that_describes_its_ids_needs_no_example_of_an_import() {
    let import = json!({ "identity": true, "ids": ["NAME"] });
    let edits = [("resource_schemas/zoo_pet/import", import)];
    let files = [("resources/zoo_pet/import.sh", None)];
    assert_eq!(findings(&edits, &files), []);
}

#[test]
fn the_remedy_for_a_computed_attribute_in_a_list_names_the_option_of_the_list() {
    let parts = |mode: &str| {
        json!({
            "optional": true, "description": "The parts.",
            "nested_type": { "nesting_mode": mode, "attributes": {
                "size": optional(json!("number")),
                "stamp": { "type": "string", "computed": true, "description": "A stamp." },
            } },
        })
    };
    let by_size = |mut parts: Value| {
        parts["elements_by"] = json!("size");
        parts
    };
    for (parts, names_align) in [
        (parts("list"), true),
        (by_size(parts("list")), false),
        (parts("map"), false),
        (parts("set"), false),
        (parts("single"), false),
    ] {
        let edits = [(
            "resource_schemas/zoo_pet/block/attributes/parts",
            parts.clone(),
        )];
        let report = report(&edits, &[]);
        let findings = report["findings"].as_array().unwrap().iter();
        let of_stamp: Vec<_> = findings
            .filter(|it| it["rule"] == "TF401" && it["path"] == "parts.stamp")
            .collect();
        assert_eq!(of_stamp.len(), 1, "{report:#}");
        let message = of_stamp[0]["message"].as_str().unwrap();
        assert_eq!(
            message.contains("`align` on `parts`"),
            names_align,
            "{parts:#}"
        );
    }
}

#[test]
fn each_seeded_fault_is_found_and_nothing_else() {
    assert!(faults().len() >= 30);
    for fault in faults() {
        let mut found = findings(&fault.edits, &fault.files);
        let also = ACCOMPANIED.iter().filter(|(rule, _)| *rule == fault.rule);
        let also: Vec<&str> = also.map(|(_, also)| *also).collect();
        let expected = (fault.rule.to_owned(), fault.place.to_owned());
        assert!(found.contains(&expected), "{expected:?}: {found:?}");
        found.retain(|it| *it != expected && !also.contains(&it.0.as_str()));
        assert_eq!(found, [], "next to {expected:?}");
    }
}

#[test]
fn each_rule_has_a_fault() {
    let list = stdout(&terrane(["lint", "--list"]));
    let rules: BTreeSet<&str> = list.lines().filter_map(|it| it.split(' ').next()).collect();
    let seeded: BTreeSet<&str> = faults().iter().map(|fault| fault.rule).collect();
    assert_eq!(rules, seeded);
}
