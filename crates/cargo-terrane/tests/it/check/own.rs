//! Our own providers pass both checks.

use std::ffi::OsStr;
use std::process::Output;

use crate::check::{folder, json, program, stderr, terrane};

const PROVIDERS: [&str; 4] = ["github-token", "local", "random", "time"];

/// Runs a command on the package and the program of a provider. The command ends where the folder of the package follows.
fn check(command: &[&str], provider: &str) -> Output {
    let (folder, program) = (folder(provider), program(provider));
    let rest = [
        folder.as_os_str(),
        "--binary".as_ref(),
        program.as_os_str(),
        "--format".as_ref(),
        "json".as_ref(),
    ];
    terrane(command.iter().map(OsStr::new).chain(rest))
}

#[test]
fn lint_finds_nothing_in_our_providers() {
    for provider in PROVIDERS {
        let report = json(&check(&["lint"], provider));
        for nothing in ["findings", "not_checked", "unused_exceptions"] {
            assert_eq!(report[nothing], serde_json::json!([]), "{provider}");
        }
    }
}

#[test]
fn our_providers_change_no_schema_without_a_version_and_upgrade_old_states() {
    for provider in PROVIDERS {
        let output = check(&["schema", "diff", "--folder"], provider);
        let report = json(&output);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{report:#}\n{}",
            stderr(&output)
        );
        assert_ne!(report["states"], serde_json::json!([]), "{provider}");
    }
}
