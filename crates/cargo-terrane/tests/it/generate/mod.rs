//! Code that is generated from the schemas of other providers.

mod compile;
#[path = "../../../../terrane/tests/ui/compiler.rs"]
mod compiler;
mod edits;
mod kinds;
mod packages;
mod random;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{fs, str};

/// Runs `cargo terrane`.
fn terrane(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cargo-terrane"))
        .arg("terrane")
        .args(arguments)
        .output()
        .unwrap()
}

/// Generates a package, and returns the warnings.
#[track_caller]
fn generate(from: &Path, out: &Path, more: &[&str]) -> Vec<String> {
    let (from, out) = (from.to_str().unwrap(), out.to_str().unwrap());
    let arguments = ["generate", "--from", from, "--out", out];
    let output = terrane(&[&arguments, more].concat());
    let messages = str::from_utf8(&output.stderr).unwrap();
    assert!(output.status.success(), "{messages}");
    messages.lines().map(str::to_owned).collect()
}

fn schemas(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/schemas");
    folder.join(name)
}

fn read(folder: &Path, path: &str) -> String {
    fs::read_to_string(folder.join(path)).unwrap()
}

#[test]
fn each_part_of_a_schema_has_its_form() {
    let out = tempfile::tempdir().unwrap();
    let warnings = generate(&schemas("zoo.json"), out.path(), &[]);
    assert_eq!(warnings, Vec::<String>::new());
    let pet = read(out.path(), "src/models/resources/pet.rs");
    let null = "//! If a provider in Go can store null elements, write `Option` for the type of the elements, as in `Vec<Option<String>>`.\n";
    assert!(pet.contains(null));
    assert!(!read(out.path(), "src/models/resources/keeper.rs").contains("null elements"));
    let (_, structs) = pet.split_once("use crate::models::shared;\n").unwrap();
    let expected = r#"
#[derive(Clone, Debug, Model)]
#[tf(name = "pet", version = 1, identity_version = 2)]
pub struct Pet {
    // validate?
    pub chip: WriteOnly<Sensitive<String>>,
    // replace? default? validate?
    pub diet: Option<Vec<Diet>>,
    #[tf(identity)]
    // keep?
    pub id: Computed<String>,
    /// What it is called.
    #[tf(identity(optional, description = "Its name on the fence."))]
    // replace? validate?
    pub name: String,
    #[tf(name = "self", optional)]
    // keep? replace? default? validate? null elements?
    pub self_: Computed<Option<BTreeMap<String, Vec<Number>>>>,
    #[tf(deprecated)]
    // replace? default? validate?
    pub r#type: Option<String>,
    #[tf(block, items(1..=2))]
    // replace? validate?
    pub cage: Vec<shared::Cage>,
    #[tf(block, timeouts(create), timeout_description = "")]
    pub timeouts: Timeouts,
    #[tf(identity(optional, only, name = "type"))]
    pub identity_type: Computed<String>,
}

#[derive(Clone, Debug, Model)]
pub struct Diet {
    // replace? validate? i64?
    pub kcal: Number,
}
"#;
    assert_eq!(structs, expected);
}

#[test]
fn types_that_the_source_does_not_have_are_an_error_and_nothing_is_written() {
    let out = tempfile::tempdir().unwrap();
    let folder = out.path().join("package");
    let (from, folder) = (schemas("zoo.json"), folder.to_str().unwrap());
    let arguments = [
        "generate",
        "--from",
        from.to_str().unwrap(),
        "--out",
        folder,
    ];
    let types = ["zoo_fish", "zoo_pet", "zoo_bird"];
    let output = terrane(&[&arguments, types.as_slice()].concat());
    assert_eq!(output.status.code(), Some(2));
    let expected = "error: the provider has no type and no function `zoo_fish` and `zoo_bird`\n";
    assert_eq!(str::from_utf8(&output.stderr).unwrap(), expected);
    assert_eq!(fs::read_dir(out.path()).unwrap().count(), 0);
}

#[test]
fn a_choice_of_types_grows_with_each_run_and_changes_no_names() {
    let out = tempfile::tempdir().unwrap();
    generate(&schemas("zoo.json"), out.path(), &["zoo_pet"]);
    let pet = read(out.path(), "src/models/resources/pet.rs");
    assert!(!out.path().join("src/models/resources/keeper.rs").exists());
    generate(&schemas("zoo.json"), out.path(), &["zoo_keeper"]);
    assert_eq!(read(out.path(), "src/models/resources/pet.rs"), pet);
    let register = read(out.path(), "src/items/resources/mod.rs");
    for line in [
        "mod keeper;",
        "mod pet;",
        "registry.resource::<resources::keeper::Keeper>();",
        "registry.resource::<resources::pet::Pet>();",
    ] {
        assert!(register.contains(line), "{register}");
    }
}
