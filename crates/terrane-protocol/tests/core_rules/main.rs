//! The rules compared with the verdicts of Terraform's own functions on 4,800 cases.
//!
//! README.md next to this file describes the cases, and the exceptions.

mod case;

use std::collections::BTreeSet;

use terrane_protocol::rules::{Finding, Rules};
use terrane_schema::propose;

use self::case::{Case, Decoded};

const CASES: &str = include_str!("cases.jsonl");

/// Where core finds a null collection of computed blocks in an applied object: at the object around the blocks.
const AROUND: &str = "null collection of computed blocks";

/// Runs a check on every case and reports all cases in which it finds a difference.
fn each(check: impl Fn(&Case, &Decoded, &Rules) -> Result<(), String>) {
    let mut count = 0;
    let mut failures = Vec::new();
    for line in CASES.lines() {
        let case: Case = serde_json::from_str(line).expect("a case");
        let decoded = case.decode();
        let rules = Rules::new(&decoded.schema);
        if let Err(difference) = check(&case, &decoded, &rules) {
            failures.push(format!("case {}: {difference}", case.id));
        }
        count += 1;
    }
    assert_eq!(count, 4800, "cases.jsonl is incomplete");
    let some: Vec<_> = failures.iter().take(20).map(String::as_str).collect();
    assert!(
        failures.is_empty(),
        "{} of {count} cases differ:\n{}",
        failures.len(),
        some.join("\n")
    );
}

/// The attribute or block of the root that a path leads into.
fn outermost(path: &str) -> &str {
    path.split(['.', '[']).next().unwrap_or_default()
}

fn compare(ours: &[Finding], core: &[case::Finding]) -> Result<(), String> {
    let found = || {
        let ours: Vec<_> = ours.iter().map(ToString::to_string).collect();
        let core: Vec<_> = core
            .iter()
            .map(|it| format!("`{}`: {}", it.path, it.gist))
            .collect();
        format!("found {ours:?}, core found {core:?}")
    };
    if ours.is_empty() != core.is_empty() {
        return Err(found());
    }
    let ours: BTreeSet<String> = ours
        .iter()
        .map(|it| outermost(&it.path.to_string()).to_owned())
        .collect();
    let core_members: BTreeSet<String> = core
        .iter()
        .filter(|it| it.gist != AROUND || !it.path.is_empty())
        .map(|it| outermost(&it.path).to_owned())
        .collect();
    let around = core.iter().any(|it| it.gist == AROUND);
    let same = if around {
        core_members.is_subset(&ours)
    } else {
        core_members == ours
    };
    if same { Ok(()) } else { Err(found()) }
}

#[test]
fn n1_n4_proposals_are_those_of_core() {
    each(|_, case, rules| {
        let proposed = propose(rules, case.prior.as_ref(), case.config.as_ref());
        if proposed == case.proposed {
            return Ok(());
        }
        let expected = &case.proposed;
        Err(format!("expected {expected:?}, found {proposed:?}"))
    });
}

#[test]
fn c1_c7_verdicts_on_plans_are_those_of_core() {
    each(|case, decoded, rules| {
        let (prior, config) = (decoded.prior.as_ref(), decoded.config.as_ref());
        let findings = rules.check_plan(prior, config, decoded.planned.as_ref());
        compare(&findings, &case.plan)
    });
}

#[test]
fn k1_k3_verdicts_on_applied_objects_are_those_of_core() {
    each(|case, decoded, rules| {
        let findings = rules.check_applied(decoded.apply_planned.as_ref(), decoded.actual.as_ref());
        if case.apply_quirk.is_some() {
            return Ok(());
        }
        compare(&findings, &case.apply)
    });
}
