//! Generated packages compile, and serve the schemas of their sources.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use terrane_test::go;

use crate::generate::packages::{Packages, workspace};
use crate::generate::schemas;

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
    let mut packages = Packages::new("providers");
    let root = packages.root.clone();
    let mut sources = vec![("kubernetes", kubernetes(&root)), ("value", names(&root))];
    for (name, module, package) in [
        (
            "local",
            "local",
            "github.com/terraform-providers/terraform-provider-local",
        ),
        (
            "random",
            "random",
            "github.com/terraform-providers/terraform-provider-random",
        ),
        (
            "time",
            "time",
            "github.com/hashicorp/terraform-provider-time",
        ),
        ("framework", "awkward", "terrane/go/awkward/framework"),
        ("sdkv2", "awkward", "terrane/go/awkward/sdkv2"),
    ] {
        let module = workspace().join("go").join(module);
        sources.extend(go::program(module, package).map(|program| (name, program)));
    }
    for (name, source) in &sources {
        let address = format!("registry.terraform.io/hashicorp/{name}");
        packages.add(name, source, &address);
    }
    assert_eq!(packages.differences(), []);
}
