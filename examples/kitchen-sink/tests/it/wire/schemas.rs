//! Schemas that are made at run time.

use std::process::Command;

use serde_json::json;

use super::program;

/// What a program prints of its schema, also what no host prints.
fn printed(major: u32, schemas: &str) -> String {
    let output = Command::new(program(major))
        .args(["schema", "--format", "terrane-json"])
        .env("SINK_SCHEMAS", schemas)
        .output()
        .expect("the program runs");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn a_schema_made_at_run_time_equals_the_schema_of_the_models() {
    for major in [6, 5] {
        let (typed, made) = (printed(major, "typed"), printed(major, "run-time"));
        assert!(typed.contains("sink_rack"), "{typed}");
        for (at, (typed, made)) in typed.lines().zip(made.lines()).enumerate() {
            assert_eq!(made, typed, "line {at}, protocol {major}");
        }
        assert_eq!(made.len(), typed.len());
    }
}

#[test]
fn a_schema_has_options_that_hosts_do_not_print() {
    let printed = printed(6, "typed");
    let document: serde_json::Value = serde_json::from_str(&printed).expect("JSON");
    let providers = document["provider_schemas"].as_object().expect("providers");
    let sink = providers.values().next().expect("the sink");
    let block = |section: &str, name: &str| sink[section][name]["block"].clone();

    let inspection = block("data_source_schemas", "sink_inspection");
    let constraints = |name: &str| inspection["attributes"][name]["constraints"].clone();
    assert_eq!(
        constraints("metal"),
        json!([{ "kind": "one_of", "values": ["steel", "copper"], "ignore_case": true }])
    );
    assert_eq!(
        constraints("tools"),
        json!([
            { "kind": "each", "constraint": { "kind": "length", "unit": "characters", "minimum": 1, "maximum": 8 } },
            { "kind": "length", "unit": "elements", "maximum": 3 },
            { "kind": "unique" },
        ])
    );
    assert_eq!(
        constraints("notes"),
        json!([{ "kind": "keys", "constraint": { "kind": "matches", "pattern": "^[a-z]+$" } }])
    );
    let tap = block("ephemeral_resource_schemas", "sink_tap");
    let warmth = tap["attributes"].as_object().expect("attributes").values();
    let range = json!([{ "kind": "range", "minimum": 1, "maximum": 99 }]);
    assert!(warmth.clone().any(|it| it["constraints"] == range), "{tap}");

    let sponge = &sink["resource_schemas"]["sink_sponge"];
    assert_eq!(sponge["block"]["since"], "0.2.1");
    assert_eq!(sponge["import"], json!({ "ids": ["LABEL"] }));
    let dish = &sink["resource_schemas"]["sink_dish"];
    assert_eq!(dish["import"]["identity"], true, "{}", dish["import"]);
    assert_eq!(sink["functions"]["murmur"]["since"], "0.2");
}
