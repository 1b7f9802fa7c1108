//! Rules that judge names, on the schemas of fourteen providers in Go that somebody else wrote: at most one finding in ten is false.
//!
//! `verdicts.tsv` has the verdict on each finding, by hand: the rule, the provider, the item, the path, `right` or `false`, and the reason of a false one.
//! Findings of [`FACTS`] need no verdict.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read as _;
use std::sync::LazyLock;

use flate2::read::GzDecoder;
use serde_json::{Value, json};

use crate::check::{json, terrane};

/// Rules whose findings the schema proves: a missing description, one that repeats the name or has no full stop, a block with `max_items` 1. Each rule has
/// one verdict: its findings are right.
const FACTS: [&str; 5] = ["TF201", "TF202", "TF203", "TF204", "TF504"];

/// The rule, the provider, the item and the path.
type Place = [String; 4];

/// Returns the schemas of each provider, as hosts print them.
fn providers() -> BTreeMap<String, Value> {
    let packed = include_bytes!("../../schemas/fourteen.json.gz");
    let mut text = String::new();
    GzDecoder::new(&packed[..])
        .read_to_string(&mut text)
        .unwrap();
    let all: Value = serde_json::from_str(&text).unwrap();
    let providers = all["provider_schemas"].as_object().unwrap();
    let one = |(address, schemas): (&String, &Value)| {
        let name = address.rsplit('/').next().unwrap().to_owned();
        let schemas = json!({ "format_version": "1.0", "provider_schemas": { address: schemas } });
        (name, schemas)
    };
    providers.iter().map(one).collect()
}

/// The findings on all providers, with their levels.
static FINDINGS: LazyLock<Vec<(Place, String)>> = LazyLock::new(findings);

fn findings() -> Vec<(Place, String)> {
    let folder = tempfile::tempdir().unwrap();
    let mut found = Vec::new();
    for (name, schemas) in providers() {
        let file = folder.path().join(format!("{name}.json"));
        fs::write(&file, schemas.to_string()).unwrap();
        let report = json(&terrane([
            "lint".as_ref(),
            file.as_os_str(),
            "--format".as_ref(),
            "json".as_ref(),
        ]));
        for finding in report["findings"].as_array().unwrap() {
            let text = |key: &str| finding[key].as_str().unwrap().to_owned();
            let place = [text("rule"), name.clone(), text("item"), text("path")];
            found.push((place, text("level")));
        }
    }
    found
}

/// Returns the verdicts: whether a finding is right.
fn verdicts() -> BTreeMap<Place, bool> {
    let rows = include_str!("verdicts.tsv").lines().map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        let [rule, provider, item, path, verdict, ref reason @ ..] = cells[..] else {
            panic!("{line}");
        };
        let is_right = match (verdict, reason) {
            ("right", []) => true,
            ("false", [_]) => false,
            _ => panic!("{line}"),
        };
        ([rule, provider, item, path].map(str::to_owned), is_right)
    });
    rows.collect()
}

#[test]
fn at_most_one_finding_in_ten_is_false() {
    let verdicts = verdicts();
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut judged = BTreeSet::new();
    for (place, _) in FINDINGS.iter() {
        let is_right = FACTS.contains(&&*place[0])
            || *verdicts
                .get(place)
                .unwrap_or_else(|| panic!("verdicts.tsv has no verdict on {place:?}"));
        let (all, wrong) = counts.entry(place[0].clone()).or_default();
        *all += 1;
        *wrong += usize::from(!is_right);
        judged.insert(place);
    }
    let stale = verdicts.keys().find(|place| !judged.contains(*place));
    assert_eq!(stale, None, "nothing is found there");
    let heuristics = counts.iter().filter(|(rule, _)| !FACTS.contains(&&***rule));
    let sum = heuristics.fold((0, 0), |(all, wrong), (_, one)| {
        (all + one.0, wrong + one.1)
    });
    assert!(sum.0 > 300 && sum.1 * 10 <= sum.0, "{counts:?}");
    for (rule, (all, wrong)) in &counts {
        assert!(*all < 20 || wrong * 10 <= *all, "{rule}: {wrong} of {all}");
    }
}

#[test]
fn what_a_name_seems_to_be_is_no_error() {
    for (place, level) in FINDINGS.iter() {
        assert_ne!(level, "error", "{place:?}");
    }
}

/// Secrets that providers show, and values of configurations that are about secrets.
#[test]
fn secrets_are_found_by_their_nouns() {
    let secrets: Vec<String> = FINDINGS
        .iter()
        .filter(|(place, _)| place[0] == "TF301")
        .map(|([_, _, item, path], _)| format!("{item}, {path}"))
        .collect();
    for secret in [
        "data source http, client_key_pem",
        "provider configuration, client_secret",
        "data source github_actions_registration_token, token",
    ] {
        assert!(secrets.iter().any(|it| it == secret), "{secret}");
    }
    for word in ["lifespan", "flow", "changed", "sha1", "link", "url"] {
        let found = secrets.iter().find(|it| it.ends_with(word));
        assert_eq!(found, None);
    }
}
