//! Names of items as names of files.

use serde_json::{Map, Value, json};

use crate::docs::{docs, read, write};

/// The sections of a schema with items, and the folders of their pages.
const SECTIONS: [(&str, &str); 8] = [
    ("resource_schemas", "resources"),
    ("data_source_schemas", "data-sources"),
    ("ephemeral_resource_schemas", "ephemeral-resources"),
    ("list_resource_schemas", "list-resources"),
    ("action_schemas", "actions"),
    ("state_store_schemas", "state-stores"),
    ("functions", "functions"),
    ("configured_functions", "functions"),
];

/// Names that are no names of files, or of files elsewhere.
const REFUSED: [&str; 18] = [
    "../../../x",
    "zoo_../../../x",
    "zoo_a/b",
    "zoo_a\\b",
    "/tmp/x",
    "C:\\x",
    "C:x",
    "..",
    ".",
    "",
    "zoo_a\0b",
    "zoo_a\nb",
    "zoo_a b",
    "zoo_a.b",
    "zoo_con",
    "zoo_NUL",
    "zoo_com1",
    "zoo_lpt9",
];

#[test]
fn a_name_that_is_no_name_of_a_file_is_named_and_other_pages_are_written() {
    for (section, folder) in SECTIONS {
        let root = tempfile::tempdir().unwrap();
        let own = root.path().join("p/q/r");
        let item = |name: &str| match section {
            "functions" | "configured_functions" => {
                (name.replace("zoo_", ""), json!({"return_type": "string"}))
            }
            _ => (name.to_owned(), json!({"version": 0, "block": {}})),
        };
        let names = REFUSED
            .iter()
            .chain(&["zoo_pet", "other", "zoo", "zoo_com0", "zoo_2x"]);
        let items: Map<String, Value> = names.map(|name| item(name)).collect();
        let refused = REFUSED.map(|name| item(name).0);
        let schema = json!({"format_version": "1.0", "provider_schemas": {"registry.terraform.io/example/zoo": {
            "provider": {"version": 0, "block": {}}, section: items}}});
        write(&own, "schema.json", &schema.to_string());
        let before = count(root.path());
        let from = own.join("schema.json").display().to_string();
        let output = docs(&own, &["--from", &from, "--no-validate"]);
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "{section}: {text}");
        for name in &refused {
            assert!(
                text.contains(&format!("{name:?} has no page: ")),
                "{section} {name:?}: {text}"
            );
        }
        let pages = ["pet", "other", "zoo", "com0"];
        for name in pages {
            let page = read(&own, &format!("docs/{folder}/{name}.md"));
            assert!(page.contains("page_title"), "{page}");
        }
        // The index, the pages and nothing else.
        let expected = before + 2 + usize::from(!folder.eq("functions")) + pages.len() - 1;
        assert_eq!(count(root.path()), expected, "{section}: {text}");
    }
}

/// Counts the files below a folder.
fn count(folder: &std::path::Path) -> usize {
    let entries = std::fs::read_dir(folder).unwrap();
    entries
        .map(|entry| match entry.unwrap().path() {
            path if path.is_dir() => count(&path),
            _ => 1,
        })
        .sum()
}

#[test]
fn a_type_without_the_prefix_of_its_provider_has_its_own_page() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let block = |description: &str| json!({"version": 0, "block": {"description": description}});
    let schema = json!({"format_version": "1.0", "provider_schemas": {"registry.terraform.io/example/zoo": {
        "resource_schemas": {"zoo_pet": block("A pet."), "other_thing": block("A thing."), "zoo": block("A zoo."), "zoology": block("A science."), "zoo_": block("No name.")},
        "data_source_schemas": {"zoo_pet": block("A pet."), "pet": block("Another pet.")}}}});
    write(folder, "schema.json", &schema.to_string());
    write(
        folder,
        "templates/resources.md.tmpl",
        "{{ .Name }}: {{ .Description }} {{ .SchemaMarkdown }}\n",
    );
    let from = folder.join("schema.json").display().to_string();
    let output = docs(folder, &["--from", &from]);
    let text = String::from_utf8(output.stdout).unwrap();
    for (page, start) in [
        ("pet", "zoo_pet: A pet."),
        ("other_thing", "other_thing: A thing."),
        ("zoo", "zoo: A zoo."),
        ("zoology", "zoology: A science."),
        ("zoo_", "zoo_: No name."),
    ] {
        let page = read(folder, &format!("docs/resources/{page}.md"));
        assert!(page.starts_with(start), "{page}");
    }
    // Two types whose pages have the same name.
    assert_eq!(output.status.code(), Some(1));
    let problem =
        "error: the data source \"pet\" has no page: `zoo_pet` has the page of that name\n";
    assert!(text.contains(problem), "{text}");
    assert!(read(folder, "docs/data-sources/pet.md").contains("A pet."));
}
