//! A second run updates the generated code, and keeps what was written by hand.

use std::fs;
use std::path::Path;

use crate::generate::{generate, read, schemas};

/// Edits a file, which must contain each replaced text.
#[track_caller]
fn edit(folder: &Path, path: &str, edits: &[(&str, &str)]) {
    let mut text = read(folder, path);
    for (from, to) in edits {
        assert!(text.contains(from), "{from} is not in {text}");
        text = text.replace(from, to);
    }
    fs::write(folder.join(path), text).unwrap();
}

#[test]
fn edits_stay_while_the_source_changes() {
    let out = tempfile::tempdir().unwrap();
    let out = out.path();
    generate(&schemas("zoo.json"), out, &[]);
    let (model, body) = ("src/models/resources/pet.rs", "src/items/resources/pet.rs");
    edit(
        out,
        model,
        &[
            (
                "    // replace? validate?\n    pub name: String",
                "    #[tf(replace, validate(len(1..=64)))]\n    pub name: String",
            ),
            (
                "    // replace? validate? i64?\n    pub kcal: Number",
                "    // As a person eats.\n    pub kcal: i64",
            ),
        ],
    );
    edit(out, body, &[("Cannot create zoo_pet", "The zoo is full")]);
    edit(out, "src/provider.rs", &[("The settings.", "My settings.")]);
    let edited = [model, body, "src/provider.rs"].map(|path| read(out, path));

    // The same source again: nothing changes.
    generate(&schemas("zoo.json"), out, &[]);
    assert_eq!(
        [model, body, "src/provider.rs"].map(|path| read(out, path)),
        edited
    );

    // A newer source: another description, one attribute more, one less, and another type of an edited one.
    let newer = fs::read_to_string(schemas("zoo.json")).unwrap();
    let newer = newer
        .replace("What it is called.", "Its name.")
        .replacen(
            r#""id": {"#,
            r#""legs": { "type": "number", "optional": true }, "id": {"#,
            1,
        )
        .replace(
            r#""type": { "type": "string", "optional": true, "deprecated": true },"#,
            "",
        )
        .replace(
            r#""kcal": { "type": "number""#,
            r#""kcal": { "type": "string""#,
        );
    let file = out.join("newer.json");
    fs::write(&file, newer).unwrap();
    let warnings = generate(
        &file,
        out,
        &["--address", "registry.terraform.io/example/zoo"],
    );
    let conflict = "warning: src/models/resources/pet.rs: struct Diet, kcal: it was edited by hand, and the source has now \
                    `// replace? validate? pub kcal: String,`";
    assert!(
        warnings.iter().any(|warning| warning == conflict),
        "{warnings:#?}"
    );
    let updated = read(out, model);
    for part in [
        "    /// Its name.\n",
        "fence.\"))]\n    #[tf(replace, validate(len(1..=64)))]\n    pub name: String",
        "    // replace? default? validate? i64?\n    pub legs: Option<Number>",
        "    // As a person eats.\n    pub kcal: i64",
    ] {
        assert!(updated.contains(part), "{updated}");
    }
    assert!(!updated.contains("r#type"), "{updated}");
    assert_eq!(
        [body, "src/provider.rs"].map(|path| read(out, path)),
        edited[1..]
    );
}
