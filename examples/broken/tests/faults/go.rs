//! The same for a provider in Go, whose faults are in the code of a resource.

use std::collections::BTreeSet;
use std::path::Path;

use broken::{Fault, Level, VARIABLE};
use terrane_conform::Options;

use crate::{checked, in_parallel, level};

/// The faults.
pub(crate) const FAULTS: &[Fault] = &[
    fault(
        "does-not-exit",
        "CF107",
        Level::Basic,
        "gruntwork-io/terragrunt#5255",
    ),
    fault(
        "panics-at-an-unknown-value",
        "CF201",
        Level::Basic,
        "hashicorp/terraform#26694",
    ),
    fault(
        "warns-at-a-missing-path",
        "CF208",
        Level::Basic,
        "hashicorp/terraform-plugin-framework#646",
    ),
    fault(
        "refuses-an-unknown-value",
        "CF401",
        Level::Basic,
        "hashicorp/terraform-plugin-framework#103",
    ),
    fault(
        "plans-a-default-for-an-unknown-value",
        "CF505",
        Level::Basic,
        "hashicorp/terraform-plugin-framework#867",
    ),
    fault(
        "plans-an-empty-text-for-null",
        "CF514",
        Level::Basic,
        "cloudflare/terraform-provider-cloudflare#2224",
    ),
    fault(
        "plans-a-normal-form",
        "CF515",
        Level::Basic,
        "hashicorp/terraform-plugin-framework#70",
    ),
    fault(
        "applies-an-unknown-value",
        "CF702",
        Level::Apply,
        "dbt-labs/terraform-provider-dbtcloud#581",
    ),
    fault(
        "plans-a-change-again",
        "CF705",
        Level::Apply,
        "Kong/terraform-provider-konnect#85",
    ),
    fault(
        "reads-another-value",
        "CF707",
        Level::Apply,
        "env0/terraform-provider-env0#66",
    ),
    fault(
        "reads-no-object",
        "CF707",
        Level::Apply,
        "hashicorp/terraform-provider-aws#7907",
    ),
    fault(
        "imports-too-little",
        "CF708",
        Level::Apply,
        "vast-data/terraform-provider-vastdata#31",
    ),
    fault(
        "applies-another-value",
        "CF711",
        Level::Apply,
        "hashicorp/terraform#25774",
    ),
    fault("does-not-destroy", "CF715", Level::Apply, ""),
    fault(
        "logs-a-secret",
        "CF801",
        Level::Basic,
        "hashicorp/terraform-provider-aws#32164",
    ),
    fault(
        "shows-a-secret",
        "CF802",
        Level::Basic,
        "cloudflare/terraform-provider-cloudflare#4939",
    ),
];

const fn fault(
    name: &'static str,
    rule: &'static str,
    level: Level,
    report: &'static str,
) -> Fault {
    Fault {
        name,
        rule,
        level,
        report,
    }
}

/// The rule that each plugin on go-plugin violates: it does not notice the end of its host.
const ORPHAN: &str = "CF108";

fn program() -> Option<std::path::PathBuf> {
    let module = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../go/awkward");
    terrane_test::go::program(module, "terrane/go/awkward/broken")
}

#[test]
fn each_fault_of_a_provider_in_go_is_found_by_its_rule_and_by_no_other() {
    let Some(program) = program() else { return };
    let failures = in_parallel(FAULTS, |fault| {
        let options = level(Options::new(&program), fault.level, &["broken_thing"]);
        let report = checked(&options.variable(VARIABLE, fault.name));
        let rules: BTreeSet<&str> = report.findings.iter().map(|it| it.rule.id).collect();
        let is_found = rules == BTreeSet::from([fault.rule, ORPHAN]);
        (!is_found).then(|| format!("{}, {}: {}", fault.name, fault.rule, report.text()))
    });
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn a_correct_provider_in_go_only_outlives_its_host() {
    let Some(program) = program() else { return };
    for needed in [Level::Basic, Level::Read, Level::Apply] {
        let report = checked(&level(Options::new(&program), needed, &["broken_thing"]));
        let rules: Vec<&str> = report.findings.iter().map(|it| it.rule.id).collect();
        assert_eq!(rules, [ORPHAN], "{}", report.text());
    }
}
