//! Files and syntax of OpenTofu are refused by name.

use terrane_hcl::{ConfigFile, Source, opentofu_syntax, syntax};

#[test]
fn names_of_files_decide_about_their_role() {
    let role = |name| ConfigFile::of(name).map(|file| file.map(|it| (it.is_json, it.is_override)));
    assert_eq!(role("main.tf"), Ok(Some((false, false))));
    assert_eq!(role("override.tf"), Ok(Some((false, true))));
    assert_eq!(role("z_override.tf.json"), Ok(Some((true, true))));
    assert_eq!(role("xoverride.tf"), Ok(Some((false, false))));
    for name in [
        ".hidden.tf",
        "main.tf~",
        "#main.tf#",
        "main.tf.bak",
        "x.json",
        "terraform.tfvars",
    ] {
        assert_eq!(role(name), Ok(None), "{name}");
    }
    for name in ["main.tofu", "main.tofu.json"] {
        let error = ConfigFile::of(name).expect_err("a refused file");
        assert!(error.detail.contains(name) && error.summary.contains("OpenTofu"));
    }
}

/// Returns the places and details of the errors of a file.
fn refused(name: &str, text: &str) -> Vec<String> {
    let source = Source::detached(name.to_owned(), text.to_owned());
    let parsed = match name {
        "x.json" => syntax::parse_json_file(&source),
        _ => syntax::parse_file(&source),
    };
    let errors = opentofu_syntax(&parsed.into_result().expect("a file").body);
    let shown = errors.iter().map(|error| {
        let word = error.detail.split('"').nth(1).unwrap_or_default();
        format!("{} {word}", source.locate(error.subject.expect("a place")))
    });
    shown.collect()
}

#[test]
fn syntax_of_opentofu_is_refused_in_both_forms() {
    let native = "provider \"p\" {\n  for_each = {}\n}\nresource \"a\" \"b\" {\n  for_each = {}\n  lifecycle {\n    enabled = true\n  }\n}\n\
                  module \"m\" {\n  lifecycle {\n    enabled = false\n  }\n}\n";
    assert_eq!(
        refused("x", native),
        ["x:2,3-11 for_each", "x:7,5-12 enabled", "x:12,5-12 enabled"]
    );
    let json = r#"{"provider": {"p": {"for_each": {}}}, "resource": {"a": {"b": {"lifecycle": {"enabled": true}}}}}"#;
    let found = refused("x.json", json);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(refused("x", "resource \"a\" \"b\" {\n  enabled = true\n}\n").is_empty());
}
