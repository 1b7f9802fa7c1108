//! The source files that a plan passes on its way from the socket to the author's code.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::json;
use terrane_composition::ProviderProcess;
use terrane_test::client::{Client, Instance};

/// The files that ARCHITECTURE.md lists for a plan.
fn listed() -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ARCHITECTURE.md");
    let text = fs::read_to_string(path).unwrap();
    let (_, section) = text.split_once("## The path of a plan").unwrap();
    let section = section.split("\n## ").next().unwrap();
    let files = section.lines().filter_map(|line| {
        let cell = line.strip_prefix("| ")?.split(" | ").nth(1)?;
        cell.strip_prefix('`')?.strip_suffix('`')
    });
    files.map(str::to_owned).collect()
}

/// The files of the workspace in a backtrace.
fn passed(backtrace: &str) -> BTreeSet<String> {
    let places = backtrace.lines().filter_map(|line| {
        let place = line.trim_start().strip_prefix("at ")?;
        place.rsplitn(3, ':').nth(2)
    });
    let files = places
        .filter_map(|place| place.split_once("crates/terrane"))
        .filter(|(_, rest)| rest.contains("/src/"));
    files.map(|(_, rest)| format!("terrane{rest}")).collect()
}

#[tokio::test]
async fn a_plan_passes_the_listed_files_and_no_others() {
    let test = std::env::current_exe().unwrap();
    let target = test.parent().and_then(Path::parent).unwrap();
    let program = Command::new(target.join("examples").join("tracer"));
    let process = ProviderProcess::launch(program).await.unwrap();
    let client = Client::configured(process.provider(), json!({}))
        .await
        .unwrap();
    let absent = Instance::absent("zoo_pet");
    let planned = client
        .plan(&absent, json!({ "name": "Tom" }))
        .await
        .unwrap();
    let backtrace = &planned.warnings()[0].detail;
    let (listed, passed) = (listed(), passed(backtrace));
    assert!(passed.len() > 4, "{backtrace}");
    assert!(listed.len() <= 13, "{listed:?}");
    let unlisted: Vec<_> = passed.difference(&listed).collect();
    assert!(unlisted.is_empty(), "{unlisted:?} in {backtrace}");
}
