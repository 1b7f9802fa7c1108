//! Writing pages, and comparing them.

use std::fs;

use crate::docs::{docs, read, succeed, write};

const SCHEMA: &str = r#"{"format_version": "1.0", "provider_schemas": {"registry.terraform.io/example/zoo": {
    "provider": {"version": 0, "block": {"description": "Animals."}},
    "resource_schemas": {"zoo_pet": {"version": 0, "block": {"description": "A pet.", "attributes": {
        "name": {"type": "string", "required": true, "description": "Its name."}}}}}
}}}"#;

#[test]
fn a_check_lists_the_differences_and_writing_removes_them() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "schema.json", SCHEMA);
    let schema = folder.join("schema.json").display().to_string();
    let check = || {
        let output = docs(folder, &["--from", &schema, "--check"]);
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap(),
        )
    };

    let (code, text) = check();
    assert_eq!(code, Some(1));
    assert!(
        text.contains("docs/index.md: the page is missing"),
        "{text}"
    );
    assert!(!folder.join("docs").exists());

    let text = succeed(folder, &["--from", &schema]);
    assert!(text.contains("wrote docs/resources/pet.md"), "{text}");
    assert_eq!(check().0, Some(0));

    write(folder, "docs/resources/dog.md", "old");
    write(folder, "docs/guides/start.md", "# Start\n");
    let page = read(folder, "docs/resources/pet.md").replace("Its name.", "A name.");
    write(folder, "docs/resources/pet.md", &page);
    let (code, text) = check();
    assert_eq!(code, Some(1));
    assert!(
        text.contains("docs/resources/dog.md: the provider has no such item"),
        "{text}"
    );
    assert!(
        text.contains("docs/resources/pet.md:20: the page differs"),
        "{text}"
    );
    assert!(
        text.contains("  found:    - `name` (String) A name."),
        "{text}"
    );
    assert!(
        text.contains("  expected: - `name` (String) Its name."),
        "{text}"
    );

    let text = succeed(folder, &["--from", &schema]);
    assert!(text.contains("removed docs/resources/dog.md"), "{text}");
    assert_eq!(check().0, Some(0));
    assert_eq!(read(folder, "docs/guides/start.md"), "# Start\n");

    // Git may check out other line ends.
    let page = read(folder, "docs/index.md").replace('\n', "\r\n");
    fs::write(folder.join("docs/index.md"), page).unwrap();
    assert_eq!(check().0, Some(0));
}

#[test]
fn an_error_of_a_template_names_the_file_and_the_line() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "schema.json", SCHEMA);
    let schema = folder.join("schema.json").display().to_string();
    let refused = |file: &str, template: &str| {
        write(folder, file, template);
        let output = docs(folder, &["--from", &schema]);
        assert_eq!(output.status.code(), Some(2));
        fs::remove_file(folder.join(file)).unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    let page = "templates/resources/pet.md.tmpl";
    for (template, expected) in [
        ("# {{ .Name }}\n\n{{ .Nam }}\n", "line 3"),
        ("# A\n{{ if .HasExample }}\n", "line 2: `if` has no `end`"),
        (
            "{{ frobnicate .Name }}",
            "line 1: there is no function `frobnicate`",
        ),
        ("\n\n{{ tffile \"missing.tf\" }}", "missing.tf"),
        ("{{ \"open }}", "line 1: "),
        ("{{ end }}", "line 1: `end` belongs to no block"),
    ] {
        let text = refused(page, template);
        assert!(
            text.contains("templates/resources/pet.md.tmpl")
                || text.contains("`resources/pet.md.tmpl`"),
            "{text}"
        );
        assert!(text.contains(expected), "{template}: {text}");
    }
    let text = refused("templates/index.md.jinja", "\n{{ Nam }}\n");
    assert!(text.contains("line 2"), "{text}");
}
