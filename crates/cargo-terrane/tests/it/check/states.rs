//! Old states that are no longer upgraded fail the gate.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::check::{json, program, stdout, terrane};

/// Compares the provider `random` with itself, with states of older versions.
fn gate(old: &Path, states: &Path) -> (Option<i32>, Value) {
    let program = program("random");
    let output = terrane([
        "schema".as_ref(),
        "diff".as_ref(),
        old.as_os_str(),
        program.as_os_str(),
        "--allow".as_ref(),
        "major".as_ref(),
        "--states".as_ref(),
        states.as_os_str(),
        "--format".as_ref(),
        "json".as_ref(),
    ]);
    (output.status.code(), json(&output))
}

/// Returns the problem of the state of a type and version.
fn problem<'a>(report: &'a Value, type_name: &str, version: i64) -> &'a Value {
    let states = report["states"].as_array().unwrap().iter();
    let mut states = states.filter(|it| it["type"] == type_name && it["version"] == version);
    &states.next().unwrap()["problem"]
}

#[test]
fn recorded_states_are_upgraded_or_fail_the_gate() {
    let folder = tempfile::tempdir().unwrap();
    let types = folder.path().join("random_password");
    fs::create_dir(&types).unwrap();
    let password = json!({
        "id": "none", "keepers": null, "length": 8, "lower": true, "min_lower": 0, "min_numeric": 0, "min_special": 0,
        "min_upper": 0, "number": true, "override_special": null, "result": "abcdefgh", "special": true, "upper": true,
    });
    fs::write(types.join("v0.json"), password.to_string()).unwrap();
    // As in a state file.
    let instance =
        json!({ "schema_version": 0, "attributes": password, "sensitive_attributes": [] });
    fs::write(types.join("v0-instance.json"), instance.to_string()).unwrap();
    let (code, report) = gate(&program("random"), folder.path());
    assert_eq!(code, Some(0), "{report:#}");
    assert_eq!(problem(&report, "random_password", 0), &Value::Null);

    let mut broken = password;
    broken["length"] = json!({ "characters": 8 });
    fs::write(types.join("v1.json"), broken.to_string()).unwrap();
    let (code, report) = gate(&program("random"), folder.path());
    assert_eq!(code, Some(1));
    assert_eq!(report["passes"], false);
    assert!(
        problem(&report, "random_password", 1)
            .as_str()
            .is_some_and(|it| it.contains("length")),
        "{report:#}"
    );
}

#[test]
fn states_that_the_old_schema_permits_are_generated() {
    let folder = tempfile::tempdir().unwrap();
    let described = std::process::Command::new(program("random"))
        .args(["schema", "--format", "terrane-json"])
        .output()
        .unwrap();
    let mut old: Value = serde_json::from_str(&stdout(&described)).unwrap();
    let providers = old["provider_schemas"].as_object_mut().unwrap();
    let resources = &mut providers.values_mut().next().unwrap()["resource_schemas"];
    // An earlier version stored a list where there is a number now, and a later one has versions that this one does not know.
    resources["random_pet"]["block"]["attributes"]["length"]["type"] = json!(["list", "number"]);
    resources["random_uuid"]["version"] = json!(7);
    let path = folder.path().join("old.json");
    fs::write(&path, old.to_string()).unwrap();
    let (code, report) = gate(&path, folder.path());
    assert_eq!(code, Some(1));
    assert!(problem(&report, "random_pet", 0).is_string(), "{report:#}");
    assert!(problem(&report, "random_uuid", 7).is_string(), "{report:#}");
    assert_eq!(problem(&report, "random_bytes", 0), &Value::Null);
}
