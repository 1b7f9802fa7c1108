//! Each kind of item and of name is generated: the packages compile without warnings, and serve the schemas of their sources.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use serde_json::{Map, Value, json};

use crate::generate::packages::Packages;
use crate::generate::{schemas, terrane};

/// Writes the schemas of a provider to a file.
fn write(file: &Path, provider: &str, mut entry: Value) {
    let address = format!("registry.terraform.io/example/{provider}");
    if entry["provider"].is_null() {
        entry["provider"] = json!({ "version": 0, "block": {} });
    }
    let document = json!({ "format_version": "1.0", "provider_schemas": { address: entry } });
    fs::write(file, document.to_string()).unwrap();
}

/// Makes an entry with a value for each name.
fn each(names: &[&str], value: impl Fn(&str) -> Value) -> Value {
    let entries = names.iter().map(|name| ((*name).to_owned(), value(name)));
    Value::Object(entries.collect::<Map<_, _>>())
}

fn optional(ty: Value) -> Value {
    json!({ "type": ty, "optional": true })
}

fn identities() -> Value {
    let part = |ty: Value, description: &str| json!({ "type": ty, "description": description, "required_for_import": true });
    let attributes = json!({
        "id": { "type": "string", "computed": true, "description": "The id." },
        "computed": { "type": "number", "optional": true, "computed": true },
        "required": { "type": ["list", "string"], "required": true },
        "hidden": { "type": "string", "required": true, "sensitive": true },
        "may_be_null": { "type": "bool", "optional": true },
        "other_type": { "type": "string", "required": true },
        "identity_alone": { "type": "string", "optional": true },
    });
    json!({
        "resource_schemas": {
            "of_identities_pet": { "version": 0, "block": { "attributes": attributes } },
        },
        "resource_identity_schemas": { "of_identities_pet": { "version": 3, "attributes": {
            "id": part(json!("string"), "Another text."),
            "computed": { "type": "number", "optional_for_import": true },
            "required": part(json!(["list", "string"]), ""),
            "hidden": part(json!("string"), "Hidden."),
            "may_be_null": part(json!("bool"), ""),
            "other_type": part(json!("number"), ""),
            "alone": part(json!("string"), "\"alone\""),
            "self": part(json!("string"), ""),
        } } },
    })
}

fn functions() -> Value {
    let texts = json!(["map", "string"]);
    let parts = json!(["object", { "region": "string", "Service-Name": "string" }]);
    let function = |parameters: Value, returns: &Value| json!({ "return_type": returns, "parameters": parameters });
    let parameter = |ty: &Value| json!([{ "name": "input", "type": ty }]);
    let text = json!("string");
    json!({ "functions": {
        "map": function(parameter(&texts), &text),
        "nullable_map": function(json!([{ "name": "input", "type": texts, "is_nullable": true }]), &text),
        "variadic_map": {
            "return_type": "string",
            "variadic_parameter": { "name": "more", "type": texts, "is_nullable": true },
        },
        "list_of_maps": function(parameter(&json!(["list", texts])), &text),
        "map_of_objects": function(parameter(&json!(["map", parts])), &json!(["map", parts])),
        "shared_object": function(parameter(&parts), &parts),
        "own_object": function(json!([]), &json!(["object", { "own": ["set", "number"] }])),
        "any": function(json!([{ "name": "input", "type": "dynamic", "is_nullable": true }]), &json!("dynamic")),
        "any_in_lists": function(parameter(&json!(["list", "dynamic"])), &text),
        "tuple": function(parameter(&json!(["tuple", ["string", "bool"]])), &text),
        "names": function(
            json!(["inputValue", "input_value", "self", "type", "gen", "3d", "Content-Type", "_", "größe", "call"]
                .map(|name| json!({ "name": name, "type": "string", "description": format!("The {name}.") }))),
            &text,
        ),
        "summary": {
            "return_type": "string", "summary": "", "description": "A description.\n\nWith two paragraphs.",
            "deprecation_message": "use `map`",
        },
    } })
}

/// Names from the edges of Rust and of hosts: keywords, those of crates, of primitive types and of generated code, and those with more underscores.
const NAMES: [&str; 30] = [
    "self",
    "self_",
    "crate",
    "super",
    "type",
    "gen",
    "async",
    "r",
    "a__b",
    "a_b",
    "ab",
    "_x",
    "__",
    "_",
    "std",
    "core",
    "terrane",
    "shared",
    "resources",
    "mod",
    "aux",
    "bool",
    "str",
    "u8",
    "call",
    "register",
    "arguments",
    "argument",
    "config",
    "option",
];

fn names() -> Value {
    let attributes = || {
        each(&NAMES, |_| {
            optional(json!(["object", { "Part": "string", "part": "bool" }]))
        })
    };
    let block = |attributes: Value| json!({ "version": 0, "block": { "attributes": attributes } });
    let mut types = each(
        &NAMES
            .map(|name| format!("of_names_{name}"))
            .each_ref()
            .map(|it| &**it),
        |name| {
            let own = format!("{}_own", name.trim_start_matches("of_names_"));
            block(json!({ own: optional(json!("string")), "value": optional(json!("string")) }))
        },
    );
    let others = json!({
        "of_names_3d": block(json!({})),
        "of_names": block(json!({})),
        "of_names_": block(json!({})),
        "a_b": block(attributes()),
        "of_names_of_names": block(json!({})),
        "other_pet": block(json!({})),
        "of_names_other_pet": block(json!({})),
    });
    types
        .as_object_mut()
        .unwrap()
        .extend(others.as_object().unwrap().clone());
    let nested = |name: &str, inner: &Value| json!({ "nesting_mode": "list", "block": { "block_types": { name: inner } } });
    let leaf = json!({ "nesting_mode": "single", "block": { "attributes": attributes() } });
    types["of_names_a_b"]["block"]["block_types"] = json!({
        "a": nested("b", &leaf),
        "draft": leaf,
        "a_b_draft": nested("key", &leaf),
        // The gates of both fields would have one name without a separator.
        "ab": { "nesting_mode": "single", "block": { "block_types": { "c": nested("x", &leaf) } } },
        "abc": { "nesting_mode": "single", "block": { "block_types": { "x": leaf } } },
    });
    let functions = each(
        &NAMES
            .iter()
            .copied()
            .filter(|it| *it != "_")
            .collect::<Vec<_>>(),
        |_| json!({ "return_type": "bool", "parameters": [{ "name": "text", "type": ["object", { "on": "bool" }] }] }),
    );
    json!({
        "provider": block(attributes()),
        "resource_schemas": types,
        "data_source_schemas": types,
        "ephemeral_resource_schemas": types,
        "action_schemas": types,
        "state_store_schemas": types,
        "functions": functions,
    })
}

/// Descriptions that contain Rust, invisible characters, or white space at their ends.
fn descriptions() -> Value {
    let texts = [
        "BTreeMap<String, shared::Pet>",
        " leading",
        "trailing ",
        "two\n\nparagraphs",
        "a\r\nb",
        "tab\tin",
        "\u{202e}reversed",
        "*/ /* \" \\ {",
        "```\nlet code;\n```",
        "nul \0",
        "/ slash",
    ];
    let attributes = texts.iter().enumerate().map(|(at, text)| {
        let kind = if at % 2 == 0 { "plain" } else { "markdown" };
        let attribute = json!({
            "type": "string", "optional": true, "description": text, "description_kind": kind,
            "deprecated": true, "deprecation_message": text,
        });
        (format!("text_{at}"), attribute)
    });
    let attributes = Value::Object(attributes.collect::<Map<_, _>>());
    let timeout = |text: &str| json!({ "type": "string", "optional": true, "description": text });
    let timeouts = |own: &str, first: &str, second: &str| {
        let attributes = json!({ "create": timeout(first), "delete": timeout(second) });
        let block =
            json!({ "attributes": attributes, "description": own, "description_kind": "markdown" });
        json!({ "timeouts": { "nesting_mode": "single", "block": block } })
    };
    let with = |blocks: Value| json!({ "version": 0, "block": { "block_types": blocks } });
    json!({
        "provider": { "version": 0, "block": { "attributes": attributes } },
        "provider_meta": { "version": 0, "block": {} },
        "resource_schemas": {
            "of_texts_equal": with(timeouts("", "A duration.", "A duration.")),
            "of_texts_other": with(timeouts("", "A duration.", "Another.")),
            "of_texts_formats": with(timeouts("In Markdown.", "Plain.", "Plain.")),
            "of_texts_deep": with(json!({ "a": { "nesting_mode": "single", "block": { "block_types": timeouts("", "", "") } } })),
        },
        "data_source_schemas": { "of_texts_create": with(timeouts("", "", "")), "of_texts_version": { "version": 2, "block": {} } },
    })
}

/// The differences between the schemas of all packages and of their sources.
static DIFFERENCES: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let mut packages = Packages::new("kinds");
    for (name, provider, entry) in [
        ("identities", "of_identities", identities()),
        ("functions", "of_functions", functions()),
        ("names", "of_names", names()),
        ("texts", "of_texts", descriptions()),
        (
            "digit",
            "3d",
            json!({ "resource_schemas": { "three_d_pet": { "version": 0, "block": {} } } }),
        ),
        (
            "dashes",
            "a--B",
            json!({ "functions": { "f": { "return_type": "string" } } }),
        ),
        (
            "terrane",
            "terrane",
            json!({ "resource_schemas": { "terrane_terrane": { "version": 0, "block": {} } } }),
        ),
        (
            "members",
            "of_members",
            json!({ "provider": { "version": 0, "block": { "attributes": {
                "headers": optional(json!(["object", { "Accept": "string", "accept": "bool", "größe": "number", "": "string" }])),
            } } } }),
        ),
    ] {
        let mut entry = entry;
        if name == "members" {
            // A part without a name has no form.
            let parts = &mut entry["provider"]["block"]["attributes"]["headers"]["type"][1];
            parts.as_object_mut().unwrap().remove("");
        }
        let source = packages.root.join(format!("{name}.json"));
        write(&source, provider, entry);
        packages.add(
            name,
            &source,
            &format!("registry.terraform.io/example/{provider}"),
        );
    }
    packages.add(
        "zoo",
        &schemas("zoo.json"),
        "registry.terraform.io/example/zoo",
    );
    packages.differences().into_iter().collect()
});

#[track_caller]
fn assert_served(names: &[&str]) {
    for name in names {
        assert_eq!(DIFFERENCES.get(*name), None, "{name}");
    }
}

#[test]
fn identities_are_served_with_their_own_versions_descriptions_and_parts_without_attribute() {
    assert_served(&["identities"]);
}

#[test]
fn functions_with_maps_shared_objects_and_any_names_compile() {
    assert_served(&["functions"]);
}

#[test]
fn object_types_have_any_names_also_in_the_settings_of_the_provider() {
    assert_served(&["members"]);
}

#[test]
fn names_of_rust_of_the_package_and_of_each_other_get_identifiers_of_their_own() {
    assert_served(&["names", "digit", "dashes", "terrane"]);
}

#[test]
fn list_resources_state_stores_and_provider_meta_are_generated() {
    assert_served(&["zoo"]);
}

#[test]
fn descriptions_are_served_verbatim_and_need_no_imports() {
    assert_served(&["texts"]);
}

/// Returns the lines of the error for a source that no package can serve.
#[track_caller]
fn refused(provider: &str, entry: Value, types: &[&str]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let (source, out) = (folder.path().join("schema.json"), folder.path().join("out"));
    write(&source, provider, entry);
    let (source, out) = (source.to_str().unwrap(), out.to_str().unwrap());
    let output = terrane(&[&["generate", "--from", source, "--out", out], types].concat());
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        1,
        "nothing is written"
    );
    let text = String::from_utf8(output.stderr).unwrap();
    text.lines()
        .skip(1)
        .map(|line| line.trim().to_owned())
        .collect()
}

#[test]
fn parts_that_no_package_can_serve_are_refused_by_name() {
    let with = |attributes: Value| json!({ "version": 0, "block": { "attributes": attributes } });
    let with_block =
        |block: Value| json!({ "version": 0, "block": { "block_types": { "b": block } } });
    let dynamic = json!({ "attributes": { "x": optional(json!("dynamic")) } });
    let computed = json!({ "computed": true, "attributes": { "x": optional(json!("string")) } });
    let secret = json!({ "type": "string", "optional": true, "write_only": true });
    let entry = json!({
        "provider": with(json!({ "version": optional(json!("string")), "c": { "type": "string", "computed": true } })),
        "resource_schemas": {
            "x_Upper": with(json!({})),
            "x_any": with(json!({ "values": optional(json!(["list", "dynamic"])) })),
            "x_any_block": with_block(json!({ "nesting_mode": "list", "block": dynamic })),
            "x_computed_block": with_block(json!({ "nesting_mode": "list", "block": computed })),
            "x_counts": with_block(json!({ "nesting_mode": "map", "max_items": 1, "block": {} })),
            "x_identity": with(json!({})),
            "x_name": with(json!({ "Name": optional(json!("string")), "count": optional(json!("string")) })),
            "x_no_identity": with(json!({})),
            "x_nothing": with(json!({ "a": { "type": "string" } })),
            "x_secret": with_block(json!({ "nesting_mode": "set", "block": { "attributes": { "s": secret } } })),
            "x_tuple": with(json!({ "t": optional(json!(["tuple", [["list", "string"]]])) })),
        },
        "resource_identity_schemas": {
            "x_gone": { "version": 0, "attributes": { "id": { "type": "string", "required_for_import": true } } },
            "x_identity": { "version": 0, "attributes": { "id": { "type": ["map", "string"] } } },
        },
        "data_source_schemas": { "x_secret": with(json!({ "s": secret })) },
        "list_resource_schemas": {
            "x_identity": with(json!({ "tags": optional(json!(["list", ["set", "string"]])) })),
            "x_no_identity": with(json!({})),
            "x_no_resource": with_block(json!({ "nesting_mode": "set", "block": {} })),
        },
        "functions": { "f": { "return_type": ["list", "dynamic"] } },
    });
    let expected = [
        "provider, version: hosts reserve this name",
        "provider, c: it is computed, and only resources, data sources and ephemeral resources return values",
        "resource x_Upper, a name that is not only lower-case letters, digits and `_`",
        "resource x_any, values: a collection of values of any type, which hosts refuse",
        "resource x_any_block, b: a collection of values of any type, which hosts refuse",
        "resource x_computed_block, b.x: it is in a computed block, and is not computed itself",
        "resource x_counts, b: numbers of blocks that hosts refuse for this nesting",
        "resource x_identity, identity id: a type that hosts do not allow in an identity",
        "resource x_identity, identity id: it must be either required or optional in an import",
        "resource x_name, count: hosts reserve this name",
        "resource x_name, Name: a name that is not only lower-case letters, digits and `_`",
        "resource x_nothing, a: it is neither required, optional nor computed",
        "resource x_secret, b.s: it is write-only in a set, which hosts refuse",
        "resource x_tuple, t: a tuple with a part that is not a string, number or bool",
        "data source x_secret, s: it is write-only, and only resources and actions have write-only values",
        "list resource x_identity, tags: it has a set, which list resources cannot have",
        "list resource x_no_identity, the resource of this name has no identity, by which its objects are listed",
        "list resource x_no_resource, there is no resource of this name to list",
        "list resource x_no_resource, b: it is a set, which list resources cannot have",
        "function f, result: a collection of values of any type, which hosts refuse",
        "identity x_gone, there is no resource of this name",
    ];
    assert_eq!(refused("x", entry.clone(), &[]), expected);
    // The settings are part of each package.
    assert_eq!(
        refused("x", entry, &["x_no_identity"])[2..],
        expected[16..17]
    );
}

/// The formatter is replaced by a program that counts its processes.
#[cfg(unix)]
#[test]
fn one_process_formats_a_package() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = tempfile::tempdir().unwrap();
    let (log, rustfmt) = (folder.path().join("log"), folder.path().join("rustfmt"));
    fs::write(
        &rustfmt,
        format!("#!/bin/sh\necho called >> {}\n", log.display()),
    )
    .unwrap();
    fs::set_permissions(&rustfmt, fs::Permissions::from_mode(0o755)).unwrap();
    let path = std::env::var("PATH").unwrap();
    let status = Command::new(env!("CARGO_BIN_EXE_cargo-terrane"))
        .args(["terrane", "generate", "--from"])
        .arg(schemas("zoo.json"))
        .arg("--out")
        .arg(folder.path().join("out"))
        .env("PATH", format!("{}:{path}", folder.path().display()))
        .status()
        .unwrap();
    assert!(status.success());
    assert_eq!(fs::read_to_string(&log).unwrap(), "called\n");
}
