//! New packages and items.
//!
//! With `TERRANE_NEW=build`, packages with an item of each kind are built and tested, and pass the checks of lint and documentation. That compiles all
//! dependencies again, because a package has other features than this workspace.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use terrane_test::cargo;

/// An item of each kind, with its files in the package `big-zoo`.
const ITEMS: [(&str, &str, [&str; 3]); 6] = [
    (
        "resource",
        "load_balancer",
        [
            "src/load_balancer.rs",
            "examples/resources/bigzoo_load_balancer/resource.tf",
            "docs/resources/load_balancer.md",
        ],
    ),
    (
        "data-source",
        "item",
        [
            "src/item_data_source.rs",
            "examples/data-sources/bigzoo_item/data-source.tf",
            "docs/data-sources/item.md",
        ],
    ),
    (
        "function",
        "slug",
        [
            "src/slug.rs",
            "examples/functions/slug/function.tf",
            "docs/functions/slug.md",
        ],
    ),
    (
        "ephemeral",
        "session",
        [
            "src/session.rs",
            "examples/ephemeral-resources/bigzoo_session/ephemeral-resource.tf",
            "docs/ephemeral-resources/session.md",
        ],
    ),
    (
        "action",
        "reboot",
        [
            "src/reboot.rs",
            "examples/actions/bigzoo_reboot/action.tf",
            "docs/actions/reboot.md",
        ],
    ),
    (
        "list",
        "item",
        [
            "src/item_list.rs",
            "examples/list-resources/bigzoo_item/list-resource.tfquery.hcl",
            "docs/list-resources/item.md",
        ],
    ),
];

fn terrane(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cargo-terrane"))
        .arg("terrane")
        .args(arguments)
        .current_dir(folder)
        .env("CARGO_NET_OFFLINE", "true")
        .output()
        .unwrap()
}

fn succeeds(folder: &Path, arguments: &[&str]) -> String {
    let output = terrane(folder, arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn refusal(folder: &Path, arguments: &[&str]) -> String {
    let output = terrane(folder, arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Returns the files in a folder, without those of Git.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            found.push(path);
        } else if !path.ends_with(".git") {
            found.extend(files(&path));
        }
    }
    found
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Makes a package with an item of each kind.
fn package(root: &Path, name: &str) -> PathBuf {
    succeeds(root, &["new", name, "--namespace", "acme"]);
    let folder = root.join(format!("terraform-provider-{name}"));
    fs::copy(workspace().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    for (kind, item, paths) in ITEMS {
        let output = succeeds(&folder, &["new", kind, item]);
        for path in paths {
            let path = path.replace("bigzoo", &name.replace('-', ""));
            assert!(output.contains(&path), "{output}");
            assert!(folder.join(&path).is_file(), "{path}");
        }
    }
    folder
}

#[test]
fn a_package_has_at_most_fourteen_files_without_names_of_templates() {
    let root = tempfile::tempdir().unwrap();
    let output = succeeds(root.path(), &["new", "big-zoo", "--namespace", "acme"]);
    assert!(output.contains("bigzoo_item"), "{output}");
    assert!(output.contains("cargo test"), "{output}");
    let folder = root.path().join("terraform-provider-big-zoo");
    assert!(folder.join(".git").is_dir());
    let files = files(&folder);
    let generated = folder.join("docs");
    let (pages, own): (Vec<&PathBuf>, Vec<&PathBuf>) =
        files.iter().partition(|file| file.starts_with(&generated));
    assert!(own.len() <= 14, "{own:?}");
    assert_eq!(pages.len(), 2, "{pages:?}");
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        // The names that templates use.
        for placeholder in [
            "my-namespace",
            "Acme",
            "widget",
            "Widget",
            "gadget",
            "{ path = \"terrane",
        ] {
            assert!(!text.contains(placeholder), "{placeholder} in {file:?}");
        }
    }
    let code = fs::read_to_string(folder.join("src/main.rs")).unwrap();
    assert!(
        code.contains("\"registry.terraform.io/acme/big-zoo\""),
        "{code}"
    );
    assert!(code.contains("Some(\"bigzoo\")"), "{code}");
    assert!(code.contains("BIG_ZOO_TOKEN"), "{code}");
}

#[test]
fn every_item_is_registered_and_the_code_is_formatted() {
    let root = tempfile::tempdir().unwrap();
    let folder = package(root.path(), "big-zoo");
    let code = fs::read_to_string(folder.join("src/main.rs")).unwrap();
    for registration in [
        ".resource::<item::Item>()",
        ".resource::<load_balancer::LoadBalancer>()",
        ".data_source::<item_data_source::Item>()",
        ".function::<slug::slug>()",
        ".ephemeral::<session::Session>()",
        ".action::<reboot::Reboot>()",
        ".list::<item_list::Items>()",
    ] {
        assert!(code.contains(registration), "{registration}: {code}");
    }
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    assert!(manifest.contains("futures-util"), "{manifest}");
    let format = cargo::command()
        .args(["fmt", "--check"])
        .current_dir(&folder)
        .output()
        .unwrap();
    let differences = String::from_utf8_lossy(&format.stdout);
    assert!(format.status.success(), "{differences}");
}

#[test]
fn existing_files_are_not_overwritten() {
    let root = tempfile::tempdir().unwrap();
    succeeds(
        root.path(),
        &["new", "zoo", "--dir", "zoo", "--vcs", "none"],
    );
    assert!(!root.path().join("zoo/.git").exists());
    let refused = refusal(root.path(), &["new", "zoo", "--dir", "zoo"]);
    assert!(refused.contains("`zoo` exists"), "{refused}");

    let zoo = root.path().join("zoo");
    let before = fs::read_to_string(zoo.join("src/main.rs")).unwrap();
    succeeds(&zoo, &["new", "function", "slug"]);
    succeeds(&zoo, &["new", "action", "slug"]);
    let refused = refusal(&zoo, &["new", "action", "slug"]);
    assert!(refused.contains("not overwritten"), "{refused}");
    assert_ne!(fs::read_to_string(zoo.join("src/main.rs")).unwrap(), before);
}

#[test]
fn an_item_that_cannot_be_added_is_refused_with_instructions() {
    let root = tempfile::tempdir().unwrap();
    let refused = refusal(root.path(), &["new", "resource", "pet"]);
    assert!(refused.contains("`--folder`"), "{refused}");
    for name in ["Zoo", "big_zoo", "1zoo", "zoo--api"] {
        let refused = refusal(root.path(), &["new", name]);
        assert!(
            refused.contains("cannot be the name of a provider"),
            "{refused}"
        );
    }
    let refused = refusal(root.path(), &["new", "zoo", "--terrane", "nowhere"]);
    assert!(refused.contains("nor a version of it"), "{refused}");
    for name in ["lib", "main", "std", "stub", "terrane"] {
        let refused = refusal(root.path(), &["new", "zoo", "--resource", name]);
        assert!(refused.contains("choose another name"), "{refused}");
    }
    assert!(files(root.path()).is_empty());

    succeeds(root.path(), &["new", "zoo", "--terrane", "0.1"]);
    let zoo = root.path().join("terraform-provider-zoo");
    let created = succeeds(&zoo, &["new", "function", "lib"]);
    assert!(created.contains("src/lib_function.rs"), "{created}");
    let manifest = fs::read_to_string(zoo.join("Cargo.toml")).unwrap();
    assert!(manifest.contains("terrane = \"0.1\""), "{manifest}");
    let refused = refusal(&zoo, &["new", "list", "pet"]);
    assert!(
        refused.contains("cargo terrane new resource pet"),
        "{refused}"
    );
    let refused = refusal(&zoo, &["new", "resource", "type"]);
    assert!(refused.contains("#[tf(name = \"type\")]"), "{refused}");

    let main = zoo.join("src/main.rs");
    let code = fs::read_to_string(&main).unwrap();
    fs::write(&main, code.replace("mod stub;", "")).unwrap();
    let refused = refusal(&zoo, &["new", "resource", "pet"]);
    assert!(refused.contains("has no `mod stub`"), "{refused}");
    assert!(!zoo.join("src/pet.rs").exists());
}

#[test]
fn packages_with_every_kind_build_and_pass_all_checks() {
    if std::env::var("TERRANE_NEW").as_deref() != Ok("build") {
        return;
    }
    let root = tempfile::tempdir().unwrap();
    let manifest = fs::read_to_string(workspace().join("Cargo.toml")).unwrap();
    let profile =
        manifest.find("[profile.dev]").unwrap()..manifest.find("[profile.release]").unwrap();
    fs::create_dir(root.path().join(".cargo")).unwrap();
    fs::write(root.path().join(".cargo/config.toml"), &manifest[profile]).unwrap();
    // Programs in the target folder have these names, so no package of this workspace may.
    for name in ["garden", "big-zoo"] {
        let folder = package(root.path(), name);
        let clippy = ["clippy", "--all-targets", "--", "-D", "warnings"];
        for arguments in [
            &["test"][..],
            &clippy,
            &["terrane", "lint", "--deny", "notes"],
            &["terrane", "docs", "--check"],
        ] {
            passes(&folder, arguments);
        }
    }
}

/// Runs a command of cargo in a new package, without a network.
fn passes(folder: &Path, arguments: &[&str]) {
    let mut command = match arguments[0] {
        "terrane" => Command::new(env!("CARGO_BIN_EXE_cargo-terrane")),
        _ => cargo::command(),
    };
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let run = cargo::without_package(&mut command)
        .args(arguments)
        .current_dir(folder)
        .env("CARGO_NET_OFFLINE", "true")
        .env("CARGO_TARGET_DIR", target)
        .output()
        .unwrap();
    let [output, errors] = [&run.stdout, &run.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(
        run.status.success(),
        "{folder:?}: {arguments:?}: {output}{errors}"
    );
}
