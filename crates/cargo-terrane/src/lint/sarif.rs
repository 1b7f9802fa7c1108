//! Reports in SARIF 2.1.0, the format of code scanning.

use serde_json::{Value, json};

use super::report::{Report, Reported};
use super::rule::Rule;
use super::rules::RULES;

/// Formats a report as SARIF. `artifact` is the file in which findings without a file are shown.
pub(crate) fn sarif(report: &Report, artifact: &str) -> Value {
    let rules: Vec<Value> = RULES.iter().map(descriptor).collect();
    let results: Vec<Value> = report
        .findings
        .iter()
        .map(|reported| result(reported, artifact))
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "cargo-terrane",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "results": results,
        }],
    })
}

fn descriptor(rule: &Rule) -> Value {
    json!({
        "id": rule.id,
        "name": rule.name,
        "shortDescription": { "text": rule.summary },
        "fullDescription": { "text": rule.explanation },
        "help": { "text": rule.explanation },
        "defaultConfiguration": { "level": rule.level.name() },
    })
}

fn result(reported: &Reported, artifact: &str) -> Value {
    let finding = &reported.finding;
    let file = finding.file.as_deref().unwrap_or(artifact);
    let index = RULES.iter().position(|rule| rule.id == reported.rule.id);
    json!({
        "ruleId": reported.rule.id,
        "ruleIndex": index,
        "level": reported.level.name(),
        "message": { "text": finding.to_string() },
        "locations": [{
            "physicalLocation": {
                "artifactLocation": { "uri": file.replace('\\', "/") },
                "region": { "startLine": finding.line.unwrap_or(1) },
            },
            "logicalLocations": [{ "fullyQualifiedName": finding.place(), "kind": "member" }],
        }],
        // The place of a finding stays the same when lines move.
        "partialFingerprints": { "place/v1": format!("{} {}", reported.rule.id, finding.place()) },
    })
}
