//! Lint of providers in Go, of which only the schema and the served protocols are known.

use serde_json::{Value, json};
use terrane_test::go;

use crate::check::{json, terrane};

/// Returns the report on one of the providers in `go/awkward`.
fn report(name: &str) -> Option<Value> {
    let module = concat!(env!("CARGO_MANIFEST_DIR"), "/../../go/awkward");
    let program = go::program(module, &format!("terrane/go/awkward/{name}"))?;
    let output = terrane([
        "lint".as_ref(),
        program.as_os_str(),
        "--format".as_ref(),
        "json".as_ref(),
    ]);
    assert_eq!(output.status.code(), Some(0));
    Some(json(&output))
}

/// Returns the places at which a rule was violated.
fn places(report: &Value, rule: &str) -> Vec<String> {
    let findings = report["findings"].as_array().unwrap().iter();
    let findings = findings.filter(|it| it["rule"] == rule);
    findings
        .map(|it| match (it["item"].as_str(), it["path"].as_str()) {
            (Some(item), Some("")) => item.to_owned(),
            (item, path) => format!("{}, {}", item.unwrap(), path.unwrap()),
        })
        .collect()
}

#[test]
fn the_rules_of_schemas_and_protocols_are_checked() {
    let Some(framework) = report("framework") else {
        return;
    };
    let sets = [
        "resource awkward_cluster, spares",
        "resource awkward_volume, part",
    ];
    assert_eq!(places(&framework, "TF501"), sets);
    // This rule is about providers that serve protocol 6.
    assert_eq!(
        places(&framework, "TF503"),
        ["resource awkward_volume, part"]
    );
    let Some(sdk) = report("sdkv2") else { return };
    // The SDK has no block whose value is one object.
    assert_eq!(places(&sdk, "TF504"), [""; 0]);
    assert_eq!(places(&sdk, "TF503"), [""; 0]);
}

#[test]
fn rules_that_need_more_than_the_schema_are_listed_as_not_checked() {
    for name in ["framework", "sdkv2"] {
        let Some(report) = report(name) else { return };
        let skipped = report["not_checked"].as_array().unwrap().iter();
        let rules: Vec<&Value> = skipped
            .filter(|it| {
                it["reason"]
                    .as_str()
                    .unwrap()
                    .contains("Terrane's providers")
            })
            .map(|it| &it["rule"])
            .collect();
        assert_eq!(json!(rules), json!(["TF206", "TF304", "TF401", "TF603"]));
    }
}
