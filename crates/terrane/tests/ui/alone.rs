//! A crate that depends on nothing but terrane.

use std::path::Path;
use std::{env, fs};

use terrane_test::cargo;

/// What a strict author turns on.
const LINTS: &str = r#"
[lints.rust]
missing_debug_implementations = "deny"
missing_docs = "deny"
single_use_lifetimes = "deny"
unnameable_types = "deny"
unreachable_pub = "deny"
unused_qualifications = "deny"
"#;

/// The profile of this workspace, so that what is compiled already is not compiled again.
const PROFILE: &str = r#"
[profile.dev]
debug = "line-tables-only"

[profile.dev.package."*"]
debug = false
"#;

#[test]
fn an_author_of_any_edition_needs_nothing_but_terrane() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("alone");
    for edition in ["2021", "2024"] {
        let package = folder.join(edition);
        fs::create_dir_all(&package).expect("the folder can be made");
        let manifest = format!(
            "[package]\nname = \"author-{edition}\"\nedition = \"{edition}\"\n\n[lib]\npath = {source:?}\n\n[dependencies]\nterrane = {{ path = {here:?} }}\n{LINTS}",
            source = here.join("tests/ui/author.rs"),
        );
        fs::write(package.join("Cargo.toml"), manifest).expect("the manifest can be written");
    }
    let workspace =
        format!("[workspace]\nresolver = \"3\"\nmembers = [\"2021\", \"2024\"]\n{PROFILE}");
    fs::write(folder.join("Cargo.toml"), workspace).expect("the manifest can be written");
    fs::copy(here.join("../../Cargo.lock"), folder.join("Cargo.lock"))
        .expect("the versions are locked");
    let check = cargo::command()
        .args(["check", "--workspace", "--offline", "--quiet"])
        .current_dir(&folder)
        .env("CARGO_TARGET_DIR", folder.join("../.."))
        .output()
        .expect("cargo runs");
    assert!(
        check.status.success(),
        "{}",
        String::from_utf8_lossy(&check.stderr)
    );
}
