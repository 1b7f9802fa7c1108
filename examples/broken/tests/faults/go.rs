//! The same for a provider in Go, whose faults are in the code of a resource.

use std::collections::BTreeSet;
use std::path::Path;

use broken::{Level, VARIABLE};
use terrane_conform::Options;

use crate::{checked, in_parallel, level};

/// The faults with their rules.
const FAULTS: &[(&str, &str, Level)] = &[
    ("does-not-exit", "CF107", Level::Basic),
    ("panics-at-an-unknown-value", "CF201", Level::Basic),
    ("warns-at-a-missing-path", "CF208", Level::Basic),
    ("refuses-an-unknown-value", "CF401", Level::Basic),
    (
        "plans-a-default-for-an-unknown-value",
        "CF505",
        Level::Basic,
    ),
    ("plans-an-empty-text-for-null", "CF514", Level::Basic),
    ("plans-a-normal-form", "CF515", Level::Basic),
    ("applies-an-unknown-value", "CF702", Level::Apply),
    ("plans-a-change-again", "CF705", Level::Apply),
    ("reads-another-value", "CF707", Level::Apply),
    ("reads-no-object", "CF707", Level::Apply),
    ("imports-too-little", "CF708", Level::Apply),
    ("applies-another-value", "CF711", Level::Apply),
    ("does-not-destroy", "CF715", Level::Apply),
    ("logs-a-secret", "CF801", Level::Basic),
    ("shows-a-secret", "CF802", Level::Basic),
];

/// The rule that each plugin on go-plugin violates: it does not notice the end of its host.
const ORPHAN: &str = "CF108";

fn program() -> Option<std::path::PathBuf> {
    let module = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../go/awkward");
    terrane_test::go::program(module, "terrane/go/awkward/broken")
}

#[test]
fn each_fault_of_a_provider_in_go_is_found_by_its_rule_and_by_no_other() {
    let Some(program) = program() else { return };
    let failures = in_parallel(FAULTS, |(fault, rule, needed)| {
        let options = level(Options::new(&program), *needed).variable(VARIABLE, *fault);
        let report = checked(&options);
        let rules: BTreeSet<&str> = report.findings.iter().map(|it| it.rule.id).collect();
        let is_found = rules == BTreeSet::from([ORPHAN, rule]);
        (!is_found).then(|| format!("{fault}, {rule}: {}", report.text()))
    });
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn a_correct_provider_in_go_only_outlives_its_host() {
    let Some(program) = program() else { return };
    for needed in [Level::Basic, Level::Read, Level::Apply] {
        let report = checked(&level(Options::new(&program), needed));
        let rules: Vec<&str> = report.findings.iter().map(|it| it.rule.id).collect();
        assert_eq!(rules, [ORPHAN], "{}", report.text());
    }
}
