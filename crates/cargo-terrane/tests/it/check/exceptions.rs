//! Exceptions from rules: options, and the configuration of a package.

use std::path::Path;

use crate::check::changes::package;
use crate::check::zoo::{with, write};
use crate::check::{program, stderr, stdout, terrane};

#[test]
fn options_allow_and_deny_rules() {
    let folder = tempfile::tempdir().unwrap();
    let path = "resource_schemas/zoo_pet/block/attributes/name/description";
    let schemas = write(folder.path(), "schema.json", &with(&[(path, "".into())]));
    let schemas = schemas.to_str().unwrap();
    let run = |arguments: &[&str]| {
        let output = terrane(["lint", schemas].iter().chain(arguments));
        (output.status.code(), stdout(&output))
    };
    let (code, text) = run(&[]);
    assert_eq!(code, Some(0));
    assert!(
        text.starts_with("warning[TF202] resource zoo_pet, name: there is no description\n"),
        "{text}"
    );
    let (code, text) = run(&["--deny", "warnings"]);
    assert_eq!(code, Some(1));
    assert!(text.starts_with("error[TF202]"), "{text}");
    assert_eq!(run(&["--deny", "TF202"]).0, Some(1));
    assert_eq!(run(&["--deny", "TF201"]).0, Some(0));
    let (code, text) = run(&["--deny", "warnings", "--allow", "member-description"]);
    assert_eq!(code, Some(0));
    assert!(
        text.starts_with(
            "registry.terraform.io/example/zoo: 0 errors, 0 warnings, 0 notes, 1 allowed"
        ),
        "{text}"
    );
    assert_eq!(run(&["--allow", "TF999"]).0, Some(2));
}

/// Checks a package with this configuration.
fn check(folder: &Path, configuration: &str) -> (Option<i32>, String, String) {
    package(folder, "1.0.0", configuration);
    let program = program("time");
    let output = terrane([
        "lint".as_ref(),
        folder.as_os_str(),
        "--binary".as_ref(),
        program.as_os_str(),
    ]);
    (output.status.code(), stdout(&output), stderr(&output))
}

#[test]
fn a_package_configures_exceptions_with_reasons() {
    let folder = tempfile::tempdir().unwrap();
    let (code, text, _) = check(
        folder.path(),
        "[package.metadata.terrane.lint]\ndeny = [\"TF601\"]\n",
    );
    assert_eq!(code, Some(1));
    assert!(
        text.contains("error[TF601] resource time_static: the resource has no identity"),
        "{text}"
    );

    let (_, text, _) = check(
        folder.path(),
        "[[package.metadata.terrane.lint.allow]]\nrule = \"TF601\"\nat = [\"resource time_static\"]\nreason = \"A time identifies nothing.\"\n\
         [[package.metadata.terrane.lint.allow]]\nrule = \"TF601\"\nat = [\"resource time_zone\"]\nreason = \"There is none.\"\n",
    );
    assert!(!text.contains("[TF601] resource time_static"), "{text}");
    assert!(text.contains("[TF601] resource time_sleep"), "{text}");
    assert!(
        text.contains("no finding of TF601 is dropped by the exception \"There is none.\""),
        "{text}"
    );

    let (code, _, error) = check(
        folder.path(),
        "[[package.metadata.terrane.lint.allow]]\nrule = \"TF601\"\nreason = \"\"\n",
    );
    assert_eq!(code, Some(2));
    assert!(
        error.contains("the exception from TF601 has no reason"),
        "{error}"
    );
}
