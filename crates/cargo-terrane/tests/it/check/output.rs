//! The forms of lint's output, and its explanations.

use serde_json::{Value, json};

use crate::check::zoo::{with, write};
use crate::check::{json, stdout, terrane};

/// Returns the report on a provider with one fault, in a form.
fn report(form: &str) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let path = "provider/block/attributes/token/sensitive";
    let schemas = write(folder.path(), "schema.json", &with(&[(path, false.into())]));
    json(&terrane([
        "lint",
        schemas.to_str().unwrap(),
        "--format",
        form,
    ]))
}

#[test]
fn the_json_report_lists_the_skipped_checks() {
    let report = report("json");
    assert_eq!(report["provider"], "registry.terraform.io/example/zoo");
    assert_eq!(report["findings"][0]["rule"], "TF301");
    let not_checked = report["not_checked"].as_array().unwrap();
    let rules: Vec<&Value> = not_checked.iter().map(|it| &it["rule"]).collect();
    assert!(
        rules.contains(&&json!("TF503")) && rules.contains(&&json!("TF701")),
        "{rules:?}"
    );
}

/// The properties that the schema of SARIF 2.1.0 requires, and those that code scanning needs.
#[test]
fn the_sarif_report_satisfies_its_schema() {
    let report = report("sarif");
    assert_eq!(report["version"], "2.1.0");
    let [run] = &report["runs"].as_array().unwrap()[..] else {
        panic!("{report:#}");
    };
    let driver = &run["tool"]["driver"];
    assert!(driver["name"].is_string());
    let rules = driver["rules"].as_array().unwrap();
    for rule in rules {
        assert!(rule["id"].is_string());
        assert!(rule["shortDescription"]["text"].is_string());
        assert!(
            ["note", "warning", "error"]
                .contains(&rule["defaultConfiguration"]["level"].as_str().unwrap())
        );
    }
    let [result] = &run["results"].as_array().unwrap()[..] else {
        panic!("{run:#}");
    };
    assert!(result["message"]["text"].is_string());
    assert_eq!(result["level"], "warning");
    let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
    assert_eq!(rules[index]["id"], result["ruleId"]);
    let location = &result["locations"][0];
    assert!(location["physicalLocation"]["artifactLocation"]["uri"].is_string());
    assert_eq!(
        location["logicalLocations"][0]["fullyQualifiedName"],
        "provider configuration, token"
    );
}

#[test]
fn each_rule_is_explained_by_number_and_name() {
    let list = stdout(&terrane(["lint", "--list"]));
    assert!(list.lines().count() >= 30);
    for rule in list.lines() {
        let id = rule.split_whitespace().next().unwrap();
        let explained = terrane(["lint", "--explain", id]);
        assert!(explained.status.success());
        assert!(stdout(&explained).starts_with(id));
        assert!(stdout(&explained).lines().count() >= 5, "{id}");
    }
    assert_eq!(
        stdout(&terrane(["lint", "--explain", "visible-secret"])),
        stdout(&terrane(["lint", "--explain", "tf301"]))
    );
    assert_eq!(
        terrane(["lint", "--explain", "TF999"]).status.code(),
        Some(2)
    );
}
