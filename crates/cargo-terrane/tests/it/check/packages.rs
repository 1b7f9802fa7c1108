//! Commands in the folder of a package, which build its program first. A program that prints a description stands for the provider.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use crate::check::changes::{git, package};
use crate::check::zoo::{with, write};
use crate::check::{json, program, stderr, stdout, terrane};

/// Writes a package whose program prints the description of a provider, without a `Cargo.lock`.
fn write_package(folder: &Path, description: &str) {
    package(folder, "1.0.0", "");
    fs::remove_file(folder.join("Cargo.lock")).unwrap();
    fs::write(folder.join("src/description.json"), description).unwrap();
    let code = "fn main() {\n    print!(\"{}\", include_str!(\"description.json\"));\n}\n";
    fs::write(folder.join("src/main.rs"), code).unwrap();
}

/// Returns the description of the zoo, without the description of a name.
fn zoo() -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = "resource_schemas/zoo_pet/block/attributes/name/description";
    let file = write(folder.path(), "schema.json", &with(&[(path, "".into())]));
    fs::read_to_string(file).unwrap()
}

#[test]
fn lint_and_docs_build_a_package_without_a_lock_file() {
    for command in ["lint", "docs"] {
        let folder = tempfile::tempdir().unwrap();
        write_package(folder.path(), &zoo());
        let own = folder.path().to_str().unwrap();
        let output = match command {
            "lint" => terrane(["lint", own]),
            _ => terrane(["docs", "--folder", own]),
        };
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(folder.path().join("Cargo.lock").is_file());
        if command == "docs" {
            let page = fs::read_to_string(folder.path().join("docs/resources/pet.md")).unwrap();
            assert!(page.contains("# zoo_pet (Resource)"), "{page}");
        } else {
            let text = stdout(&output);
            let finding = "warning[TF202] resource zoo_pet, name: there is no description\n";
            assert!(text.contains(finding), "{text}");
        }
    }
}

#[test]
fn a_build_is_installed_into_a_mirror_and_removed_again() {
    let folder = tempfile::tempdir().unwrap();
    write_package(folder.path(), &zoo());
    let mirror = folder.path().join("mirror");
    let configuration = folder.path().join("hosts.rc");
    let run = |more: &[&OsStr]| {
        let own = ["--folder".as_ref(), folder.path().as_os_str()];
        let arguments = [
            "install",
            "--profile",
            "dev",
            "--address",
            "localhost/acme/time",
        ];
        let arguments = arguments.map(OsStr::new).into_iter().chain(own);
        let mirror = ["--mirror".as_ref(), mirror.as_os_str()];
        terrane(arguments.chain(mirror).chain(more.iter().copied()))
    };
    let configure = ["--cli-config".as_ref(), configuration.as_os_str()];
    let installed = run(&configure);
    assert!(installed.status.success(), "{}", stderr(&installed));
    let versions = mirror.join("localhost/acme/time");
    let platforms: Vec<_> = fs::read_dir(versions.join("1.0.0")).unwrap().collect();
    assert_eq!(platforms.len(), 1);
    let text = fs::read_to_string(&configuration).unwrap();
    assert!(
        text.contains("include = [\"localhost/acme/time\"]"),
        "{text}"
    );

    // The configuration of a host is never replaced.
    let again = run(&configure);
    assert_eq!(again.status.code(), Some(2));
    let messages = stderr(&again);
    assert!(messages.contains("hosts.rc` exists"), "{messages}");

    let undo = ["--undo".as_ref()];
    assert!(stdout(&run(&undo)).starts_with("removed "));
    assert!(!versions.join("1.0.0").exists());
    assert!(stdout(&run(&undo)).starts_with("there was no build in "));
}

#[test]
fn a_release_needs_a_lock_file_that_is_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    write_package(folder.path(), &zoo());
    let own = folder.path().to_str().unwrap();
    let package = || terrane(["package", "--dry-run", "--folder", own]);
    let refused = || {
        let output = package();
        assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
        let messages = stderr(&output);
        assert!(messages.contains("`Cargo.lock`"), "{messages}");
        assert!(messages.contains("run `cargo build`"), "{messages}");
    };
    refused();
    assert!(!folder.path().join("Cargo.lock").exists());

    assert_eq!(terrane(["lint", own]).status.code(), Some(0));
    assert_eq!(package().status.code(), Some(0));

    let part = folder.path().join("part");
    fs::create_dir_all(part.join("src")).unwrap();
    fs::write(part.join("src/lib.rs"), "").unwrap();
    let manifest = "[package]\nname = \"part\"\nversion = \"0.1.0\"\n";
    fs::write(part.join("Cargo.toml"), manifest).unwrap();
    let manifest = folder.path().join("Cargo.toml");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(
        &manifest,
        format!("{text}[dependencies]\npart = {{ path = \"part\" }}\n"),
    )
    .unwrap();
    refused();
    assert_eq!(terrane(["lint", own]).status.code(), Some(0));
    assert_eq!(package().status.code(), Some(0));
}

#[test]
fn a_commit_without_recorded_schemas_is_built() {
    let time = program("time");
    let described = std::process::Command::new(&time)
        .args(["schema", "--format", "terrane-json"])
        .output()
        .unwrap();
    let mut earlier = json(&described);
    let providers = earlier["provider_schemas"].as_object_mut().unwrap();
    let provider = providers.values_mut().next().unwrap();
    let functions = provider["functions"].as_object_mut().unwrap();
    functions.remove("duration_parse").unwrap();

    let folder = tempfile::tempdir().unwrap();
    write_package(folder.path(), &earlier.to_string());
    git(folder.path(), &["init", "--quiet"]);
    git(folder.path(), &["add", "."]);
    git(
        folder.path(),
        &["commit", "--quiet", "--message", "Release"],
    );
    package(folder.path(), "1.1.0", "");

    let output = terrane([
        "schema".as_ref(),
        "diff".as_ref(),
        "HEAD".as_ref(),
        "--folder".as_ref(),
        folder.path().as_os_str(),
        "--binary".as_ref(),
        time.as_os_str(),
        "--format".as_ref(),
        "json".as_ref(),
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let report = json(&output);
    let [change] = &report["changes"].as_array().unwrap()[..] else {
        panic!("{report:#}");
    };
    assert_eq!(change["item"], "function duration_parse");
    assert_eq!(change["change"], "function added");
    // The earlier version is 1.0.0, that of the package at the commit.
    assert_eq!(report["allowed"], "minor");
    // The folder of the commit is gone.
    assert!(!folder.path().join(".git/worktrees").exists());
}
