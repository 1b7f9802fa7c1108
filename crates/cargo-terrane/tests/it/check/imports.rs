//! A type that can no longer be imported fails the gate.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use terrane_test::go;

use crate::check::{json as report_of, terrane};

/// Returns a program in `go/awkward`.
fn program(name: &str) -> Option<PathBuf> {
    let module = concat!(env!("CARGO_MANIFEST_DIR"), "/../../go/awkward");
    go::program(module, &format!("terrane/go/awkward/{name}"))
}

/// Compares two programs, whose schemas may differ.
fn gate(old: &Path, new: &Path, allow: &str) -> Value {
    let output = terrane([
        "schema".as_ref(),
        "diff".as_ref(),
        old.as_os_str(),
        new.as_os_str(),
        "--allow".as_ref(),
        allow.as_ref(),
        "--format".as_ref(),
        "json".as_ref(),
    ]);
    report_of(&output)
}

/// The names of the types that were imported, and whether they still are.
fn imports(report: &Value) -> Vec<(&str, bool)> {
    let imports = report["imports"].as_array().unwrap().iter();
    let imports = imports.map(|it| (it["type"].as_str().unwrap(), it["problem"].is_null()));
    imports.collect()
}

#[test]
fn imports_of_each_go_toolkit_are_found() {
    for (name, expected) in [
        ("framework", &["awkward_volume"][..]),
        ("sdkv2", &["awkward_server"]),
        ("muxed5", &["awkward_server", "awkward_volume"]),
        ("muxed6", &["awkward_server", "awkward_volume"]),
    ] {
        let Some(go) = program(name) else { return };
        let report = gate(&go, &go, "none");
        let expected: Vec<_> = expected.iter().map(|name| (*name, true)).collect();
        assert_eq!(imports(&report), expected, "{name}");
        assert_eq!(report["passes"], true, "{name}: {report:#}");
    }
}

#[test]
fn a_forgotten_import_is_a_major_change() {
    let Some(go) = program("muxed5") else { return };
    let test = std::env::current_exe().unwrap();
    let target = test.parent().and_then(Path::parent).unwrap();
    let rust = target.join("examples/imports");
    let report = gate(&go, &rust, "minor");
    let expected = [("awkward_server", true), ("awkward_volume", false)];
    assert_eq!(imports(&report), expected, "{report:#}");
    let problem = report["imports"][1]["problem"].as_str().unwrap();
    assert!(
        problem.contains("awkward_volume cannot be imported"),
        "{problem}"
    );
    assert_eq!(
        (&report["class"], &report["passes"]),
        (&json!("major"), &json!(false))
    );
    // The same program has lost nothing, and imports what its author describes.
    let own = gate(&rust, &rust, "none");
    assert_eq!(
        imports(&own),
        [("awkward_page", true), ("awkward_server", true)]
    );
    assert_eq!(own["passes"], true);
}
