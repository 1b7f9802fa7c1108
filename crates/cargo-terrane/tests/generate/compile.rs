//! Generated packages compile, and serve the schemas of their sources.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::str;

use flate2::read::GzDecoder;
use terrane_test::go;

use crate::{generate, schemas, terrane};

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The profile for development of this workspace, with which its dependencies have been built.
fn profile() -> String {
    let manifest = fs::read_to_string(workspace().join("Cargo.toml")).unwrap();
    let from = manifest.find("[profile.dev]").unwrap();
    let to = manifest.find("[profile.release]").unwrap();
    manifest[from..to].to_owned()
}

/// Writes the schemas of the Kubernetes provider to a file.
fn kubernetes(folder: &Path) -> PathBuf {
    let packed = File::open(schemas("kubernetes-1.13.4.json.gz")).unwrap();
    let mut text = String::new();
    GzDecoder::new(packed).read_to_string(&mut text).unwrap();
    let file = folder.join("kubernetes.json");
    fs::write(&file, text).unwrap();
    file
}

#[test]
fn packages_of_go_providers_compile_and_serve_equal_schemas() {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("generated");
    fs::create_dir_all(&root).unwrap();
    let mut sources = vec![("kubernetes", kubernetes(&root))];
    for (name, package) in [
        (
            "local",
            "github.com/terraform-providers/terraform-provider-local",
        ),
        ("time", "github.com/hashicorp/terraform-provider-time"),
    ] {
        let module = workspace().join("go").join(name);
        sources.extend(go::program(module, package).map(|program| (name, program)));
    }
    let names: Vec<&str> = sources.iter().map(|(name, _)| *name).collect();
    for (name, source) in &sources {
        let address = format!("registry.terraform.io/hashicorp/{name}");
        let folder = root.join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder).unwrap();
        }
        let warnings = generate(source, &folder, &["--address", &address]);
        assert_eq!(warnings, Vec::<String>::new());
        // The packages are members of one workspace, so that their dependencies are built once. This workspace has programs of the original names.
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let manifest = manifest
            .replace("[workspace]\n", "")
            .replace("\"terraform-provider-", "\"generated-provider-");
        fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    }
    let manifest = format!(
        "[workspace]\nresolver = \"3\"\nmembers = {names:?}\n\n{}",
        profile()
    );
    fs::write(root.join("Cargo.toml"), manifest).unwrap();
    fs::copy(workspace().join("Cargo.lock"), root.join("Cargo.lock")).unwrap();
    // The target folder of this test: `TARGET/tmp` is next to `TARGET/debug`.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let built = Command::new(env!("CARGO"))
        .args(["build", "--offline", "--workspace"])
        .current_dir(&root)
        .env("CARGO_TARGET_DIR", target)
        .output()
        .unwrap();
    assert!(
        built.status.success(),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
    for (name, source) in &sources {
        let program = target.join(format!("debug/generated-provider-{name}"));
        let difference = terrane(&[
            "schema",
            "diff",
            source.to_str().unwrap(),
            program.to_str().unwrap(),
        ]);
        let found = str::from_utf8(&difference.stdout).unwrap();
        assert_eq!((found, difference.status.code()), ("", Some(0)), "{name}");
    }
}
