//! Files and syntax of OpenTofu are refused by name.

use terrane_hcl::{ConfigFile, Source, opentofu_file, opentofu_syntax, syntax};

#[test]
fn names_of_files_decide_about_their_role() {
    let role = |name| ConfigFile::of(name).map(|it| (it.is_json, it.is_override));
    assert_eq!(role("main.tf"), Some((false, false)));
    assert_eq!(role("override.tf"), Some((false, true)));
    assert_eq!(role("z_override.tf.json"), Some((true, true)));
    assert_eq!(role("xoverride.tf"), Some((false, false)));
    for name in [
        ".hidden.tf",
        "main.tf~",
        "#main.tf#",
        "main.tf.bak",
        "x.json",
        "terraform.tfvars",
    ] {
        assert_eq!(role(name), None, "{name}");
    }
}

#[test]
fn names_of_files_of_opentofu_have_a_role_and_an_error() {
    for (name, is_json, is_override) in [
        ("main.tofu", false, false),
        ("main.tofu.json", true, false),
        ("x_override.tofu", false, true),
    ] {
        let file = ConfigFile::of(name).expect(name);
        assert_eq!((file.is_json, file.is_override), (is_json, is_override));
        assert!(file.is_opentofu, "{name}");
        let error = opentofu_file(name).expect("an error");
        assert!(error.detail.contains(name) && error.summary.contains("OpenTofu"));
    }
    assert!(!ConfigFile::of("main.tf").expect("a file").is_opentofu);
    assert_eq!(opentofu_file("main.tf"), None);
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
