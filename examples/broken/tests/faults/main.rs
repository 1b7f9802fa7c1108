//! Each fault is found by its rule and by no other.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod go;

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use broken::{FAULTS, Fault, Level, UNCONFIGURED, VARIABLE};
use serde_json::json;
use terrane_conform::{MovedState, OldState, Options, RULES, Report, run};

/// Permits what a fault needs. The types are those to apply.
fn level(options: Options, level: Level, types: &[&str]) -> Options {
    match level {
        Level::Basic => options,
        Level::Read => options.level(terrane_conform::Level::Read),
        Level::Apply => options.apply(types.iter().copied()),
    }
}

fn options(needed: Level) -> Options {
    let program = env!("CARGO_BIN_EXE_terraform-provider-broken");
    level(
        Options::new(program),
        needed,
        &["broken_thing", "broken_polish", "broken_drawer"],
    )
}

fn checked(options: &Options) -> Report {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(run(options)).unwrap()
}

fn found(fault: &Fault) -> (BTreeSet<&'static str>, String) {
    let mut options = options(fault.level).variable(VARIABLE, fault.name);
    options.states.push(OldState {
        type_name: "broken_thing".to_owned(),
        version: 0,
        attributes: json!({ "name": "old", "id": "old", "parts": [] }),
    });
    let gizmo = OldState {
        type_name: "broken_gizmo".to_owned(),
        version: 0,
        attributes: json!({ "name": "gizmo" }),
    };
    let address = "registry.terraform.io/example/earlier";
    let moved = MovedState::new("broken_thing", address, gizmo);
    options.moves.push(moved);
    options.deadline = Duration::from_secs(5);
    options.exit_deadline = Duration::from_secs(5);
    let report = checked(&options);
    let rules = report.findings.iter().map(|it| it.rule.id).collect();
    (rules, report.text())
}

/// Calls a function for each item, on several threads, because most of a run is waiting.
fn in_parallel<T: Sync>(items: &[T], check: impl Fn(&T) -> Option<String> + Sync) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Some(failure) = check(item) {
                        failures.lock().unwrap().push(failure);
                    }
                }
            });
        }
    });
    failures.into_inner().unwrap()
}

#[test]
fn each_fault_is_found_by_its_rule_and_by_no_other() {
    let failures = in_parallel(FAULTS, |fault| {
        let (rules, text) = found(fault);
        let is_found = rules == BTreeSet::from([fault.rule]);
        (!is_found).then(|| format!("{}, {}: {text}", fault.name, fault.rule))
    });
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn there_are_at_least_forty_faults_and_half_of_them_come_from_public_reports() {
    let all = FAULTS.len() + go::FAULTS.len();
    let mut reported = 0;
    let reports = FAULTS.iter().map(|it| it.report);
    for report in reports.chain(go::FAULTS.iter().map(|it| it.report)) {
        if report.is_empty() {
            continue;
        }
        let (repository, number) = report.split_once('#').unwrap();
        assert!(repository.split('/').count() == 2, "{report}");
        assert!(number.parse::<u32>().is_ok(), "{report}");
        reported += 1;
    }
    assert!(all >= 40, "{all} faults");
    assert!(2 * reported >= all, "{reported} of {all}");
}

#[test]
fn each_rule_has_a_fault() {
    let found: BTreeSet<&str> = FAULTS.iter().map(|it| it.rule).collect();
    let rules: BTreeSet<&str> = RULES.iter().map(|it| it.id).collect();
    assert_eq!(found, rules);
}

#[test]
fn without_a_fault_there_is_no_finding() {
    for level in [Level::Basic, Level::Read, Level::Apply] {
        let report = checked(&options(level));
        assert!(report.findings.is_empty(), "{}", report.text());
        assert_eq!(report.remarks, Vec::<String>::new());
        assert_eq!(report.unchecked, []);
        assert!(report.left.is_empty());
    }
}

#[test]
fn a_provider_that_cannot_be_configured_gets_no_request_that_needs_it_to_be() {
    let options = options(Level::Apply).variable(VARIABLE, UNCONFIGURED);
    let report = checked(&options);
    assert!(report.findings.is_empty(), "{}", report.text());
    let unchecked: Vec<&str> = report.unchecked.iter().map(|it| &*it.what).collect();
    let expected = [
        "--read",
        "--apply broken_thing",
        "--apply broken_polish",
        "--apply broken_drawer",
    ];
    assert_eq!(unchecked, expected);
    assert!(report.unchecked[0].reason.contains("No token"));
    assert!(report.fails(terrane_conform::Severity::Error));
    let needs_configuration = |id: &str| id.starts_with("CF6") || id.starts_with("CF7");
    assert!(report.checked.iter().all(|it| !needs_configuration(it.id)));
}

#[test]
fn a_run_that_ends_early_lists_what_it_has_not_checked() {
    let options = options(Level::Apply);
    options.stop.store(true, Ordering::Relaxed);
    let report = checked(&options);
    let unchecked: Vec<&str> = report.unchecked.iter().map(|it| &*it.what).collect();
    assert!(unchecked.contains(&"the rest of the run"), "{unchecked:?}");
    assert!(unchecked.contains(&"--apply broken_thing"), "{unchecked:?}");
    assert!(report.fails(terrane_conform::Severity::Error));
}

#[test]
fn a_secret_in_the_log_is_named_with_its_attribute_its_level_and_the_request() {
    let mut options = options(Level::Basic).variable(VARIABLE, "logs-a-secret");
    options.rules = vec!["CF801".to_owned()];
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("main.tf");
    let text =
        "resource \"broken_thing\" \"one\" {\n  name = \"a\"\n  password = \"correct horse\"\n}\n";
    std::fs::write(&file, text).unwrap();
    options.configurations = vec![file];
    let report = checked(&options);
    let finding = &report.findings[0];
    assert_eq!(finding.place.path, "password");
    let message = "a line of the log at the level DEBUG contains the sensitive value of `password`";
    assert_eq!(finding.message, message);
    assert_eq!(finding.request["rpc"], "ValidateResourceConfig");
}
