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
fn the_remedy_for_a_computed_attribute_in_a_block_names_the_option_of_a_repeated_list() {
    let attributes = json!({
        "size": optional(json!("number")),
        "stamp": { "type": "string", "computed": true, "description": "A stamp." },
    });
    let block = |mode: &str, max_items: u64| json!({ "nesting_mode": mode, "max_items": max_items, "block": { "description": "A part.", "attributes": attributes } });
    let names_align = |part: Value| {
        let path = "resource_schemas/zoo_pet/block/block_types/part";
        let report = report(&[(path, part)], &[]);
        let findings = report["findings"].as_array().unwrap().iter();
        let messages: Vec<&str> = findings
            .filter(|it| it["rule"] == "TF401" && it["path"] == "part.stamp")
            .map(|it| it["message"].as_str().unwrap())
            .collect();
        assert_eq!(messages.len(), 1, "{report:#}");
        messages[0].contains("`align` on `part`")
    };
    assert!(names_align(block("list", 0)));
    assert!(names_align(block("list", 2)));
    assert!(!names_align(block("list", 1)));
    assert!(!names_align(block("set", 0)));
    assert!(!names_align(block("single", 0)));
}

/// Returns the findings of one rule.
fn findings_of(rule: &str, edits: &[(&str, Value)], files: &[(&str, Option<&str>)]) -> Vec<String> {
    let found = findings(edits, files).into_iter();
    found
        .filter(|(found, _)| found == rule)
        .map(|(_, place)| place)
        .collect()
}

#[test]
fn a_provider_without_settings_needs_no_description() {
    let description = ("provider/block/description", json!(""));
    assert_eq!(
        findings_of("TF201", std::slice::from_ref(&description), &[]),
        ["provider configuration"]
    );
    let settings = ("provider/block/attributes", json!({}));
    let edits = [description.clone(), settings.clone()];
    assert_eq!(findings_of("TF201", &edits, &[]), [""; 0]);
    // A block is a setting, too.
    let part = json!({ "nesting_mode": "single", "block": { "description": "A part." } });
    let blocks = ("provider/block/block_types/part", part);
    assert_eq!(
        findings_of("TF201", &[description, settings, blocks], &[]),
        ["provider configuration"]
    );
}

#[test]
fn types_begin_with_the_name_of_the_provider_or_that_of_most_types() {
    let thing = json!({ "version": 0, "block": { "description": "A thing." } });
    let names = [
        "zoo",
        "aviary_bird",
        "aviary_nest",
        "aviary_egg",
        "aviary_feather",
        "cage_door",
    ];
    let paths = names.map(|name| format!("data_source_schemas/{name}"));
    let edits: Vec<_> = paths
        .iter()
        .map(|path| (path.as_str(), thing.clone()))
        .collect();
    // The types of the provider, `zoo` and `zoo_pet`, are fewer than those of the aviary.
    assert_eq!(findings_of("TF102", &edits, &[]), ["data source cage_door"]);
}

/// Authors of the plugin SDK of Go have blocks of lists and sets alone, so they cannot follow the rule. The schema that hosts print does not name the SDK.
#[test]
fn a_block_that_may_appear_once_is_found_if_the_provider_could_have_a_single_one() {
    let size = json!({ "size": optional(json!("number")) });
    let block = |mode: &str, max_items: u64| json!({ "nesting_mode": mode, "max_items": max_items, "block": { "description": "A part.", "attributes": size } });
    let nested = json!({ "optional": true, "description": "A part.", "nested_type": { "nesting_mode": "list", "attributes": size } });
    let found = |more: &[(&str, Value)]| {
        let path = "resource_schemas/zoo_pet/block/block_types/part";
        let mut edits = vec![
            (
                "resource_schemas/zoo_pet/block/attributes/meals",
                Value::Null,
            ),
            (path, block("list", 1)),
        ];
        edits.extend(more.iter().cloned());
        let folder = tempfile::tempdir().unwrap();
        let document = json!({ "format_version": "1.0", "provider_schemas": { "registry.terraform.io/example/zoo": with(&edits) } });
        let file = folder.path().join("schema.json");
        fs::write(&file, document.to_string()).unwrap();
        let report = json(&terrane([
            "lint".as_ref(),
            file.as_os_str(),
            "--format".as_ref(),
            "json".as_ref(),
        ]));
        let findings = report["findings"].as_array().unwrap().iter();
        let paths = findings.filter(|it| it["rule"] == "TF504");
        let paths: Vec<String> = paths.map(|it| it["path"].to_string()).collect();
        paths
    };
    let other = "resource_schemas/zoo_pet/block/block_types/other";
    let timeouts = "resource_schemas/zoo_pet/block/block_types/timeouts";
    let attribute = "resource_schemas/zoo_pet/block/attributes/other";
    assert_eq!(found(&[]), [""; 0]);
    assert_eq!(found(&[(other, block("set", 0))]), [""; 0]);
    assert_eq!(found(&[(timeouts, block("single", 0))]), [""; 0]);
    assert_eq!(found(&[(other, block("single", 0))]), ["\"part\""]);
    assert_eq!(found(&[(attribute, nested)]), ["\"part\""]);
}

#[test]
fn write_only_attributes_are_no_part_of_sets() {
    let member =
        json!({ "type": "string", "optional": true, "write_only": true, "description": "A pin." });
    let lock = |mode: &str| json!({ "optional": true, "description": "A lock.", "nested_type": { "nesting_mode": mode, "attributes": { "pin_wo": member, "pin_version": optional(json!("number")) } } });
    let path = "resource_schemas/zoo_pet/block/attributes/lock";
    assert_eq!(
        findings_of("TF402", &[(path, lock("set"))], &[]),
        ["resource zoo_pet, lock.pin_wo"]
    );
    for mode in ["list", "map", "single"] {
        assert_eq!(findings_of("TF402", &[(path, lock(mode))], &[]), [""; 0]);
    }
}

#[test]
fn a_type_without_members_needs_a_description() {
    let edits = [(
        "data_source_schemas/zoo_clock",
        json!({ "version": 0, "block": {} }),
    )];
    assert_eq!(findings_of("TF201", &edits, &[]), ["data source zoo_clock"]);
}

#[test]
fn a_function_needs_a_summary_or_a_description() {
    for one in ["description", "summary"] {
        let path = format!("functions/count_legs/{one}");
        assert_eq!(
            findings_of("TF201", &[(&path, json!(""))], &[]),
            [""; 0],
            "without {one}"
        );
    }
}

#[test]
fn an_id_that_configurations_set_needs_a_description() {
    let edits = [(
        "data_source_schemas/zoo_pet/block/attributes/id",
        json!({ "type": "string", "required": true }),
    )];
    assert_eq!(
        findings_of("TF202", &edits, &[]),
        ["data source zoo_pet, id"]
    );
}

#[test]
fn only_files_with_the_name_of_an_example_are_examples() {
    let others = [
        ("resources/zoo_pet/resource.tf", None),
        ("resources/zoo_pet/resource.md", Some("Notes.\n")),
        ("resources/zoo_pet/main.tf", Some("locals {\n}\n")),
        ("resources/zoo_pet/resource.d.tf/main", Some("A folder.\n")),
    ];
    assert_eq!(findings_of("TF702", &[], &others), ["resource zoo_pet"]);
    let others = [
        ("resources/zoo_pet/import.sh", None),
        ("resources/zoo_pet/import.md", Some("Notes.\n")),
        ("resources/zoo_pet/test.sh", Some("terraform test\n")),
    ];
    assert_eq!(findings_of("TF703", &[], &others), ["resource zoo_pet"]);
}

#[test]
fn the_example_of_the_provider_configures_this_provider() {
    let file = "provider/provider.tf";
    let other = "terraform {\n  required_providers {\n    cage = {\n      source = \"example/zoo\"\n    }\n  }\n}\n\nprovider \"barn\" {\n}\n";
    assert_eq!(
        findings_of("TF704", &[], &[(file, Some(other))]),
        ["example provider/provider.tf"]
    );
    let own = other.replace("barn", "cage");
    assert_eq!(findings_of("TF704", &[], &[(file, Some(&own))]), [""; 0]);
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

/// The members of a resource on both sides of what rules find, and the rules that find them. All are optional strings with a description, but for what
/// is given.
#[expect(clippy::too_many_lines, reason = "a table")]
fn edges() -> Vec<(&'static str, Value, &'static [&'static str])> {
    let named = |more: Value| json!({ "name": with_members(optional(json!("string")), &more) });
    let required = json!({ "required": true, "optional": false });
    let nested = |mode: &str, attributes: Value| json!({ "type": null, "nested_type": { "nesting_mode": mode, "attributes": attributes } });
    let ty = |ty: Value| json!({ "type": ty });
    let described = |text: &str| json!({ "description": text });
    let computed =
        |more: Value| with_members(json!({ "optional": false, "computed": true }), &more);
    vec![
        ("ipv4_1", json!({}), &[]),
        ("zooPet", json!({}), &["TF103"]),
        ("alias", json!({}), &[]),
        // Several values.
        ("ball", nested("list", named(json!({}))), &["TF105"]),
        ("bone", ty(json!(["set", "string"])), &["TF105"]),
        ("stick", ty(json!(["map", "string"])), &[]),
        ("hoop", nested("map", named(json!({}))), &[]),
        (
            "ring",
            computed(json!({ "type": ["list", "string"], "keeps": true })),
            &[],
        ),
        // Flags.
        ("no_noise", ty(json!("bool")), &["TF107"]),
        ("noise_disabled", ty(json!("bool")), &["TF107"]),
        ("dont_feed", json!({}), &[]),
        // Descriptions.
        ("blank", described(" "), &["TF202"]),
        ("food_bowl", described("The food-bowl."), &["TF203"]),
        ("food_bag", described("The bag."), &[]),
        ("small_letter", described("letters."), &["TF204"]),
        ("number_first", described("4 letters."), &[]),
        ("no_stop", described("Letters"), &["TF204"]),
        ("code_last", described("Letters, as `a`"), &[]),
        ("marked", described("Letters (XXX)."), &["TF205"]),
        ("todos", described("TODOS of the keeper."), &[]),
        ("latin", described("Lorem ipsum dolor."), &["TF205"]),
        (
            "old",
            json!({ "deprecated": true, "deprecation_message": "Use `new`." }),
            &[],
        ),
        (
            "older",
            json!({ "deprecated": true, "deprecation_message": " " }),
            &["TF206"],
        ),
        // Secrets.
        (
            "gate_passwords",
            ty(json!(["map", ["list", "string"]])),
            &["TF301"],
        ),
        ("any_secret", ty(json!("dynamic")), &["TF301", "TF505"]),
        ("number_token", ty(json!("number")), &[]),
        ("hidden_token", json!({ "sensitive": true }), &[]),
        ("chip_token_wo", json!({ "write_only": true }), &[]),
        ("chip_token_version", ty(json!("number")), &[]),
        ("tag_wo", json!({ "write_only": true }), &[]),
        ("tag_wo_version", ty(json!("number")), &[]),
        ("mark_wo", json!({ "write_only": true }), &[]),
        (
            "changes",
            json!({ "type": "number", "counts": "mark_wo" }),
            &[],
        ),
        ("spot_wo", json!({ "write_only": true }), &["TF302"]),
        // Values that plans of updates know or not.
        ("stamp", computed(json!({})), &["TF401"]),
        ("stamp_optional", json!({ "computed": true }), &["TF401"]),
        (
            "stamp_default",
            json!({ "computed": true, "default": "x" }),
            &[],
        ),
        (
            "stamp_keeps",
            computed(json!({ "keeps_unless_changed": ["name"] })),
            &[],
        ),
        ("stamp_hook", computed(json!({ "plan_hook": true })), &[]),
        ("stamp_key", json!({ "computed": true, "key": true }), &[]),
        ("updated_at", computed(json!({})), &[]),
        (
            "quiet",
            with_members(
                nested(
                    "single",
                    json!({ "size": computed(described("Its extent.")) }),
                ),
                &json!({ "keeps": true }),
            ),
            &[],
        ),
        // Contradictions.
        ("both", json!({ "required": true }), &["TF402"]),
        (
            "required_computed",
            json!({ "required": true, "optional": false, "computed": true, "keeps": true }),
            &["TF402"],
        ),
        ("neither", json!({ "optional": false }), &["TF402"]),
        (
            "computed_wo",
            json!({ "write_only": true, "computed": true, "keeps": true }),
            &["TF302", "TF402"],
        ),
        // Collections.
        (
            "named_toys",
            nested("set", named(required.clone())),
            &["TF501"],
        ),
        ("optional_toys", nested("set", named(json!({}))), &[]),
        ("listed_toys", nested("list", named(required.clone())), &[]),
        (
            "colored_toys",
            nested(
                "set",
                json!({ "color": with_members(optional(json!("string")), &required) }),
            ),
            &[],
        ),
        (
            "plain_toys",
            ty(json!(["set", ["object", { "id": "string" }]])),
            &["TF501", "TF506"],
        ),
        (
            "numbered_toys",
            ty(json!(["set", ["object", { "id": "number" }]])),
            &["TF506"],
        ),
        (
            "deep_toys",
            ty(json!(["list", ["map", ["object", { "id": "string" }]]])),
            &["TF506"],
        ),
        ("leg_ids", ty(json!(["list", "string"])), &["TF502"]),
        ("paw_ids", ty(json!(["list", "number"])), &[]),
        ("arm_ids", ty(json!(["set", "string"])), &[]),
        // Texts.
        ("is_wild", json!({}), &["TF507"]),
        ("collar_enabled", json!({}), &["TF507"]),
        ("gate_port", json!({}), &["TF507"]),
        ("has_tail", ty(json!("bool")), &[]),
        ("tail_has", json!({}), &[]),
    ]
}

/// Replaces members of an object.
fn with_members(mut object: Value, more: &Value) -> Value {
    for (name, value) in more.as_object().unwrap() {
        match value {
            Value::Null => object.as_object_mut().unwrap().remove(name),
            value => object
                .as_object_mut()
                .unwrap()
                .insert(name.clone(), value.clone()),
        };
    }
    object
}

#[test]
fn rules_find_no_more_than_they_say() {
    let mut edits = Vec::new();
    let mut expected = BTreeSet::new();
    for (name, more, rules) in edges() {
        let path = format!("resource_schemas/zoo_pet/block/attributes/{name}");
        let value = with_members(optional(json!("string")), &more);
        edits.push((path, value));
        for rule in rules {
            expected.insert(((*rule).to_owned(), format!("resource zoo_pet, {name}")));
        }
    }
    let edits: Vec<_> = edits
        .iter()
        .map(|(path, value)| (path.as_str(), value.clone()))
        .collect();
    let found: BTreeSet<_> = findings(&edits, &[]).into_iter().collect();
    assert_eq!(found, expected);
}

#[test]
fn rules_for_blocks_find_no_more_than_they_say() {
    let size = json!({ "size": optional(json!("number")) });
    let of = |mode: &str, more: Value, attributes: &Value| {
        let block = json!({ "nesting_mode": mode, "block": { "description": "A part.", "attributes": attributes } });
        with_members(block, &more)
    };
    let none = json!({});
    let wo = json!({ "pin_wo": { "type": "string", "optional": true, "write_only": true, "description": "A pin." }, "pin_version": optional(json!("number")) });
    let name = json!({ "name": { "type": "string", "required": true, "description": "What it is called." } });
    let output = json!({ "size": { "type": "number", "computed": true, "keeps": true, "description": "Its extent." } });
    let mut crates = of("list", none.clone(), &none);
    crates["block"]["block_types"] = json!({ "crate": of("single", none.clone(), &size) });
    let blocks = json!({
        "single": of("single", none.clone(), &size),
        "singles": of("single", none.clone(), &size),
        "boxes": of("list", json!({ "max_items": 1 }), &size),
        "shelves": of("set", json!({ "max_items": 2 }), &size),
        "shelf": of("set", json!({ "max_items": 1 }), &size),
        "results": of("list", none.clone(), &output),
        "crates": crates,
        "impossible": of("list", json!({ "min_items": 3, "max_items": 2 }), &size),
        "bounded": of("list", json!({ "min_items": 2, "max_items": 2 }), &size),
        "unbounded": of("list", json!({ "min_items": 2 }), &size),
        "toy": of("set", none.clone(), &name),
        "bed": of("list", none.clone(), &name),
        "lock": of("set", none.clone(), &wo),
        "timeouts": of("single", none.clone(), &json!({ "create": optional(json!("string")) })),
    });
    let found = findings(
        &[("resource_schemas/zoo_pet/block/block_types", blocks)],
        &[],
    );
    let mut found: Vec<String> = found
        .into_iter()
        .filter(|(rule, _)| rule != "TF503")
        .map(|(rule, place)| format!("{rule} {}", place.trim_start_matches("resource zoo_pet, ")))
        .collect();
    found.sort();
    let expected = [
        "TF106 crates",
        "TF106 shelves",
        "TF402 impossible",
        "TF402 lock.pin_wo",
        "TF501 toy",
        "TF504 boxes",
        "TF504 shelf",
    ];
    assert_eq!(found, expected);
}

#[test]
fn rules_for_other_items_find_no_more_than_they_say() {
    let computed = |more: Value| {
        with_members(
            json!({ "type": "string", "computed": true, "description": "A value." }),
            &more,
        )
    };
    let replacing = |replaces: &str| {
        json!({ "version": 0, "block": {
        "description": "A leaf.",
        "attributes": { "form": with_members(optional(json!("string")), &json!({ "replaces": replaces })), "stamp": computed(json!({})) },
        "block_types": { "timeouts": { "nesting_mode": "single", "block": { "description": "Times.", "attributes": { "create": optional(json!("string")) } } } },
    } })
    };
    let parameter = |name: &str, description: &str| json!({ "name": name, "type": "string", "description": description });
    let identity = json!({ "version": 0, "attributes": { "form": { "type": "string", "required_for_import": true } } });
    let edits = [
        // Nothing updates these in place, but for the last one.
        ("resource_schemas/zoo_leaf", replacing("changed")),
        ("resource_schemas/zoo_twig", replacing("configured")),
        ("resource_schemas/zoo_tree", replacing("known")),
        ("resource_identity_schemas/zoo_leaf", identity.clone()),
        ("resource_identity_schemas/zoo_twig", identity.clone()),
        ("resource_identity_schemas/zoo_tree", identity),
        (
            "resource_identity_schemas/zoo_pet/attributes/Chip",
            json!({ "type": "string", "optional_for_import": true }),
        ),
        // The SDK of Go adds this one.
        (
            "data_source_schemas/zoo_pet/block/attributes/id",
            computed(json!({ "description": null })),
        ),
        (
            "data_source_schemas/zoo_pet/block/attributes/named",
            json!({ "computed": true, "description": "What.", "nested_type": { "nesting_mode": "single", "attributes": { "id": computed(json!({ "description": null })) } } }),
        ),
        (
            "data_source_schemas/zoo_pet/block/attributes/pin_wo",
            with_members(optional(json!("string")), &json!({ "write_only": true })),
        ),
        (
            "data_source_schemas/zoo_pet/block/attributes/pin_version",
            optional(json!("number")),
        ),
        ("data_source_schemas/zoo_pet/block/deprecated", json!(true)),
        (
            "provider/block/attributes/api_key",
            computed(json!({ "sensitive": true })),
        ),
        ("provider/block/attributes/count", optional(json!("number"))),
        (
            "functions/count_legs/parameters",
            json!([parameter("species", "the kind")]),
        ),
        (
            "functions/count_legs/variadic_parameter",
            parameter("moreLegs", ""),
        ),
        (
            "functions/count_legs/description",
            json!("Counts TBD legs."),
        ),
    ];
    let files = ["leaf", "twig", "tree"].map(|name| {
        [
            (
                format!("resources/zoo_{name}/resource.tf"),
                format!("resource \"zoo_{name}\" \"one\" {{\n}}\n"),
            ),
            (
                format!("resources/zoo_{name}/import.tf"),
                "import {\n}\n".to_owned(),
            ),
        ]
    });
    let files: Vec<_> = files
        .as_flattened()
        .iter()
        .map(|(file, text)| (file.as_str(), Some(text.as_str())))
        .collect();
    let found = findings(&edits, &files);
    let mut found: Vec<String> = found
        .into_iter()
        .map(|(rule, place)| format!("{rule} {place}"))
        .collect();
    found.retain(|it| !it.starts_with("TF503"));
    found.sort();
    let expected = [
        "TF103 function count_legs, moreLegs",
        "TF103 identity of resource zoo_pet, Chip",
        "TF104 provider configuration, count",
        "TF202 data source zoo_pet, named.id",
        "TF202 function count_legs, moreLegs",
        "TF204 function count_legs, species",
        "TF205 function count_legs",
        "TF206 data source zoo_pet",
        "TF401 resource zoo_tree, stamp",
        "TF402 data source zoo_pet, pin_wo",
    ];
    assert_eq!(found, expected);
}

#[test]
fn examples_of_every_kind_are_read_with_the_schema() {
    let thing = json!({ "version": 0, "block": {
        "description": "A thing.",
        "attributes": { "size": optional(json!("number")) },
        "block_types": { "part": { "nesting_mode": "list", "max_items": 3, "block": { "description": "A part.", "attributes": { "size": optional(json!("number")) } } } },
    } });
    let edits = [
        ("resource_schemas/zoo_thing", thing.clone()),
        (
            "resource_identity_schemas/zoo_thing",
            json!({ "version": 0, "attributes": { "size": { "type": "number", "required_for_import": true } } }),
        ),
        ("action_schemas/zoo_feed", thing.clone()),
        ("list_resource_schemas/zoo_thing", thing.clone()),
        ("ephemeral_resource_schemas/zoo_key", thing.clone()),
        ("state_store_schemas/zoo_store", thing),
    ];
    let texts = [
        (
            "provider/provider.tf",
            "terraform {\n  required_providers {\n    cage = {\n      source = \"example/zoo\"\n    }\n  }\n}\n\nprovider \"cage\" {\n  url   = \"x\"\n  alias = \"x\"\n  size  = 1\n}\n",
        ),
        (
            "resources/zoo_thing/resource.tf",
            "resource \"zoo_thing\" \"one\" {\n  count = 1\n  size  = 1\n  part  = []\n  part {\n    size = 1\n  }\n  dynamic \"part\" {\n    for_each = []\n    content {\n    }\n  }\n  lifecycle {\n  }\n}\n\nresource \"zoo_thing\" \"two\" {\n  weight = 1\n  wheel {\n  }\n}\n\nresource \"other_thing\" \"three\" {\n  wheel {\n  }\n}\n",
        ),
        ("resources/zoo_thing/resource-2.tf", "locals {\n}\n"),
        ("resources/zoo_thing/import.tf", "import {\n"),
        (
            "actions/zoo_feed/action.tf",
            "action \"zoo_feed\" \"one\" {\n  config {\n    size  = 1\n    wheel = 1\n  }\n  other {\n  }\n}\n",
        ),
        (
            "list-resources/zoo_thing/list-resource.tfquery.hcl",
            "list \"zoo_thing\" \"one\" {\n  provider = zoo\n  config {\n    wheel = 1\n  }\n}\n",
        ),
        (
            "ephemeral-resources/zoo_key/ephemeral-resource.tf",
            "ephemeral \"zoo_key\" \"one\" {\n  config {\n  }\n}\n",
        ),
        ("state-stores/zoo_store/state-store.tf", "terraform {\n}\n"),
        (
            "functions/count_legs/function.tf",
            "output \"legs\" {\n  value=1\n}\n",
        ),
    ];
    let files = texts.map(|(file, text)| (file, Some(text)));
    let report = report(&edits, &files);
    let findings = report["findings"].as_array().unwrap().iter();
    let mut found: Vec<String> = findings
        .filter(|it| it["rule"].as_str().unwrap().starts_with("TF7"))
        .map(|it| {
            let text = |key: &str| it[key].as_str().unwrap();
            let item = text("item").trim_start_matches("example ");
            assert!(text("file").ends_with(item), "{it:#}");
            let message = text("message").split(':').next().unwrap();
            format!("{} {item}: {message}", text("rule"))
        })
        .collect();
    found.sort();
    let expected = [
        "TF704 actions/zoo_feed/action.tf: zoo_feed has no argument `wheel`",
        "TF704 ephemeral-resources/zoo_key/ephemeral-resource.tf: zoo_key has no block `config`",
        "TF704 list-resources/zoo_thing/list-resource.tfquery.hcl: zoo_thing has no argument `wheel`",
        "TF704 provider/provider.tf: zoo has no argument `size`",
        "TF704 resources/zoo_thing/import.tf: the file cannot be parsed",
        "TF704 resources/zoo_thing/resource-2.tf: the file has no block `resource \"zoo_thing\"`",
        "TF704 resources/zoo_thing/resource.tf: zoo_thing has no argument `weight`",
        "TF704 resources/zoo_thing/resource.tf: zoo_thing has no block `wheel`",
        "TF705 functions/count_legs/function.tf: the file is not formatted as `terraform fmt` does",
    ];
    assert_eq!(found, expected);
}
