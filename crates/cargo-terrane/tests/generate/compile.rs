//! Generated packages compile, and serve the schemas of their sources.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::str;

use flate2::read::GzDecoder;
use terrane_test::{cargo, go};

use crate::{generate, schemas};

/// The environment variable with the name of the provider that the program serves.
const NAME: &str = "TERRANE_TEST_GENERATED";

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

/// Names of types in Rust, which the generated code or its author uses.
fn names_of_rust() -> Vec<String> {
    let prelude = fs::read_to_string(workspace().join("crates/terrane/src/prelude.rs")).unwrap();
    let exports = prelude.split("pub use").skip(1).flat_map(|export| {
        let (path, _) = export.split_once(';').unwrap();
        path.split(|c: char| !c.is_alphanumeric())
    });
    let of_std = [
        "AsRef", "BTreeMap", "Box", "Clone", "Copy", "Debug", "Default", "Drop", "Eq", "Err", "Fn",
        "From", "Future", "Into", "Iterator", "None", "Ok", "Option", "Path", "Result", "Self",
        "Send", "Sized", "Some", "String", "Sync", "ToString", "TryFrom", "Vec",
    ];
    let exports = exports.filter(|name| name.starts_with(|c: char| c.is_uppercase()));
    exports.chain(of_std).map(str::to_owned).collect()
}

/// Writes the schemas of a provider whose types have the names of types in Rust, such as `value_string`.
fn names(folder: &Path) -> PathBuf {
    const SCHEMA: &str = r#"{ "version": 0, "block": { "attributes": {
        "id": { "type": "string", "computed": true },
        "tags": { "type": ["map", ["set", "number"]], "optional": true, "sensitive": true },
        "size": { "type": "dynamic", "optional": true, "computed": true }
    } } }"#;
    const DATA: &str = r#"{ "version": 0, "block": { "attributes": {
        "filter": { "type": "string", "required": true }
    } } }"#;
    let type_name = |name: &String| {
        let words = name.chars().flat_map(|c| {
            let separator = c.is_uppercase().then_some('_');
            separator.into_iter().chain([c.to_ascii_lowercase()])
        });
        format!("value{}", words.collect::<String>())
    };
    let types: BTreeSet<String> = names_of_rust().iter().map(type_name).collect();
    let entries = |schema: &str| {
        let entries: Vec<String> = types
            .iter()
            .map(|name| format!("{name:?}: {schema}"))
            .collect();
        entries.join(", ")
    };
    let text = format!(
        r#"{{ "format_version": "1.0", "provider_schemas": {{ "registry.terraform.io/hashicorp/value": {{
            "provider": {DATA},
            "resource_schemas": {{ {} }},
            "data_source_schemas": {{ {data} }},
            "ephemeral_resource_schemas": {{ {data} }},
            "action_schemas": {{ {data} }}
        }} }} }}"#,
        entries(SCHEMA),
        data = entries(DATA),
    );
    let file = folder.join("value.json");
    fs::write(&file, text).unwrap();
    file
}

#[test]
fn packages_of_go_providers_compile_and_serve_equal_schemas() {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("generated");
    fs::create_dir_all(&root).unwrap();
    let mut sources = vec![("kubernetes", kubernetes(&root)), ("value", names(&root))];
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
    let (mut dependencies, mut modules, mut arms) = (String::new(), String::new(), String::new());
    let program = root.join("all");
    fs::create_dir_all(program.join("src")).unwrap();
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
        // One program starts all providers, because linking takes longer than compiling.
        let main = fs::read_to_string(folder.join("src/main.rs")).unwrap();
        let main = main.replace("fn main()", "pub fn main()");
        fs::write(program.join(format!("src/{name}.rs")), main).unwrap();
        dependencies += &format!("generated-provider-{name} = {{ path = \"../{name}\" }}\n");
        modules += &format!("mod {name};\n");
        arms += &format!("        Ok({name:?}) => {name}::main(),\n");
    }
    let manifest = format!(
        "[workspace]\nresolver = \"3\"\nmembers = [\"all\"]\n\n{}",
        profile()
    );
    fs::write(root.join("Cargo.toml"), manifest).unwrap();
    let manifest = format!(
        "[package]\nname = \"generated-providers\"\nedition = \"2024\"\n\n[dependencies]\nterrane = {{ path = {:?} }}\n{dependencies}",
        workspace().join("crates/terrane").canonicalize().unwrap()
    );
    fs::write(program.join("Cargo.toml"), manifest).unwrap();
    let main = format!(
        "{modules}\nfn main() -> std::process::ExitCode {{\n    match std::env::var({NAME:?}).as_deref() {{\n{arms}        other => panic!(\"{{other:?}}\"),\n    }}\n}}\n"
    );
    fs::write(program.join("src/main.rs"), main).unwrap();
    fs::copy(workspace().join("Cargo.lock"), root.join("Cargo.lock")).unwrap();
    // The target folder of this test: `TARGET/tmp` is next to `TARGET/debug`.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let built = cargo::command()
        .args(["build", "--offline", "--package", "generated-providers"])
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
        let program = target.join("debug/generated-providers");
        let difference = Command::new(env!("CARGO_BIN_EXE_cargo-terrane"))
            .args(["terrane", "schema", "diff"])
            .args([source, &program])
            .env(NAME, name)
            .output()
            .unwrap();
        let found = str::from_utf8(&difference.stdout).unwrap();
        assert!(
            found.starts_with("changes: 0 major, 0 minor, 0 patch\n"),
            "{name}: {found}"
        );
        assert_eq!(difference.status.code(), Some(0), "{name}: {found}");
    }
}
