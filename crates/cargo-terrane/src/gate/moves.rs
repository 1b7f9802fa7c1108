//! Stored states of other types, which a provider moves to its resources.

use std::path::Path;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Map, Value};
use terrane_conform::{MovedState, OldState};

use crate::error::Error;

/// Reads the states in `TYPE/NAME.json`, where `TYPE` is the resource to which they are moved. A file has an element of `resources` in
/// `terraform.tfstate`, or one instance of it with the members `provider` and `type`.
pub(crate) fn moved(folder: &Path) -> Result<Vec<MovedState>, Error> {
    let mut files = Vec::new();
    for entry in fs_err::read_dir(folder)? {
        let types = entry?.path();
        if types.is_dir() {
            for entry in fs_err::read_dir(&types)? {
                files.push(entry?.path());
            }
        }
    }
    files.sort();
    let mut moves = Vec::new();
    for path in files {
        let target = path.parent().and_then(Path::file_name).unwrap_or_default();
        let target = target.to_string_lossy().into_owned();
        let text = fs_err::read_to_string(&path)?;
        let read = serde_json::from_str(&text).map_err(|error| error.to_string());
        let read = read.and_then(|resource: Value| of_resource(&target, &resource));
        moves.extend(read.map_err(|problem| Error::State(path, problem))?);
    }
    Ok(moves)
}

/// Returns the states of all instances of a resource in a state file.
fn of_resource(target: &str, resource: &Value) -> Result<Vec<MovedState>, String> {
    let text = |name: &str| {
        let found = resource[name].as_str();
        found.ok_or_else(|| format!("the member `{name}` is missing"))
    };
    let provider = address(text("provider")?);
    let type_name = text("type")?;
    let instances = match &resource["instances"] {
        Value::Array(instances) => instances.iter().collect(),
        _ => vec![resource],
    };
    let instances = instances.into_iter();
    instances
        .map(|instance| of_instance(target, provider, type_name, instance))
        .collect()
}

fn of_instance(
    target: &str,
    provider: &str,
    type_name: &str,
    instance: &Value,
) -> Result<MovedState, String> {
    let empty = Map::new();
    let members = instance.as_object().unwrap_or(&empty);
    let version = |name: &str| members.get(name).and_then(Value::as_i64).unwrap_or(0);
    let attributes = members.get("attributes");
    let state = OldState {
        type_name: type_name.to_owned(),
        version: version("schema_version"),
        attributes: attributes
            .ok_or("the member `attributes` is missing")?
            .clone(),
    };
    let private = match members.get("private").and_then(Value::as_str) {
        Some(text) => BASE64_STANDARD
            .decode(text)
            .map_err(|error| format!("the member `private` is not Base64: {error}"))?,
        None => Vec::new(),
    };
    Ok(MovedState {
        private,
        identity: members.get("identity").filter(|it| !it.is_null()).cloned(),
        identity_version: version("identity_schema_version"),
        ..MovedState::new(target, provider, state)
    })
}

/// Returns the address in `provider["registry.terraform.io/hashicorp/null"]`, as a state file has it, or the text itself.
fn address(text: &str) -> &str {
    let quoted = text
        .split_once("[\"")
        .and_then(|(_, it)| it.split_once("\"]"));
    quoted.map_or(text, |(address, _)| address)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn resources_of_a_state_file_and_single_instances_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str, contents: &Value| {
            let path = folder.path().join(path);
            fs_err::create_dir_all(path.parent().unwrap()).unwrap();
            fs_err::write(path, contents.to_string()).unwrap();
        };
        let attributes = json!({ "id": "1", "triggers": null });
        let resource = json!({
            "mode": "managed",
            "type": "null_resource",
            "name": "one",
            "provider": "module.cage.provider[\"registry.terraform.io/hashicorp/null\"].other",
            "instances": [
                { "index_key": 0, "schema_version": 2, "attributes": attributes, "private": "AAE=" },
                { "index_key": 1, "schema_version": 2, "attributes": attributes, "identity_schema_version": 1, "identity": { "id": "1" } },
            ],
        });
        write("zoo_pet/resource.json", &resource);
        let instance = json!({
            "provider": "registry.terraform.io/hashicorp/null",
            "type": "null_resource",
            "attributes": attributes,
        });
        write("zoo_pet/instance.json", &instance);
        write("README.md", &json!("text"));
        let state = |version| OldState {
            type_name: "null_resource".to_owned(),
            version,
            attributes: attributes.clone(),
        };
        let plain = |version| {
            MovedState::new(
                "zoo_pet",
                "registry.terraform.io/hashicorp/null",
                state(version),
            )
        };
        let expected = [
            plain(0),
            MovedState {
                private: vec![0, 1],
                ..plain(2)
            },
            MovedState {
                identity: Some(json!({ "id": "1" })),
                identity_version: 1,
                ..plain(2)
            },
        ];
        assert_eq!(moved(folder.path()).unwrap(), expected);

        for (contents, problem) in [
            (json!({ "type": "null_resource" }), "`provider` is missing"),
            (json!({ "provider": "a/b" }), "`type` is missing"),
            (
                json!({ "provider": "a/b", "type": "c" }),
                "`attributes` is missing",
            ),
            (
                json!({ "provider": "a/b", "type": "c", "attributes": {}, "private": "?" }),
                "`private` is not Base64",
            ),
        ] {
            write("zoo_pet/instance.json", &contents);
            let error = moved(folder.path()).unwrap_err().to_string();
            assert!(error.contains("instance.json"), "{error}");
            assert!(error.contains(problem), "{error}");
        }
    }
}
