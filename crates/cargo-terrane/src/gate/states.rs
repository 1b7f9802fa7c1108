//! States of older versions, and their upgrade by a new program.

use std::fmt;
use std::path::Path;

use serde_json::Value;
use terrane_conform::OldState;
use terrane_protocol::schema::TypeKind;
use terrane_protocol::{Provider, RawState, UpgradeRequest};

use super::sample;
use crate::error::Error;
use crate::source::Described;

/// A state of an older version.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) type_name: String,
    /// The version of the schema that stored it.
    pub(crate) version: i64,
    /// The file, if it was recorded. Otherwise it was made from the old schema.
    pub(crate) file: Option<String>,
    attributes: Value,
}

impl State {
    /// Returns the state for conformance tests.
    pub(crate) fn into_old(self) -> OldState {
        OldState {
            type_name: self.type_name,
            version: self.version,
            attributes: self.attributes,
        }
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "resource {}, state of version {}",
            self.type_name, self.version
        )?;
        match &self.file {
            Some(file) => write!(f, " ({file})"),
            None => f.write_str(" (generated)"),
        }
    }
}

/// A state, and why it was not upgraded.
#[derive(Debug)]
pub(crate) struct StateResult {
    pub(crate) state: State,
    pub(crate) problem: Option<String>,
}

/// Reads the recorded states: `TYPE/vVERSION.json`, with any text after the version. A file has the attributes of an object, or its instance as
/// `terraform.tfstate` has it.
pub(crate) fn recorded(folder: &Path) -> Result<Vec<State>, Error> {
    let mut states = Vec::new();
    if !folder.is_dir() {
        return Ok(states);
    }
    for entry in fs_err::read_dir(folder)? {
        let types = entry?.path();
        if !types.is_dir() {
            continue;
        }
        let type_name = types.file_name().unwrap_or_default().to_string_lossy();
        for entry in fs_err::read_dir(&types)? {
            let path = entry?.path();
            let wrong = |problem: String| Error::State(path.clone(), problem);
            let text = fs_err::read_to_string(&path)?;
            let value: Value = serde_json::from_str(&text).map_err(|it| wrong(it.to_string()))?;
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let version = version_of(&name)
                .ok_or_else(|| wrong("the name has no version, as in `v1.json`".to_owned()))?;
            let attributes = match value {
                Value::Object(mut instance)
                    if instance.contains_key("schema_version")
                        && instance.contains_key("attributes") =>
                {
                    instance.remove("attributes").unwrap_or_default()
                }
                value => value,
            };
            states.push(State {
                type_name: type_name.clone().into_owned(),
                version,
                file: Some(path.display().to_string()),
                attributes,
            });
        }
    }
    states.sort_by(|one, other| one.file.cmp(&other.file));
    Ok(states)
}

/// Returns the version in the name of a file: 2 for `v2-empty.json`.
fn version_of(name: &str) -> Option<i64> {
    let rest = name.strip_prefix('v')?;
    let end = rest.find(|letter: char| !letter.is_ascii_digit())?;
    rest[..end].parse().ok()
}

/// Returns a state of each resource that both versions have and of which none is recorded, made from the old schema.
pub(crate) fn sampled(old: &Described, new: &Described, recorded: &[State]) -> Vec<State> {
    let later = new.schemas.schemas.types(TypeKind::Resource);
    let earlier = old.schemas.schemas.types(TypeKind::Resource).iter();
    earlier
        .filter(|(name, _)| later.contains_key(*name))
        .filter(|(name, schema)| {
            !recorded
                .iter()
                .any(|it| it.type_name == **name && it.version == schema.version)
        })
        .map(|(name, schema)| State {
            type_name: name.clone(),
            version: schema.version,
            file: None,
            attributes: sample::state(&schema.block),
        })
        .collect()
}

/// Lets a provider upgrade states, and checks the results by its schemas.
pub(crate) async fn upgrade(
    provider: &dyn Provider,
    described: &Described,
    states: Vec<State>,
) -> Vec<StateResult> {
    let mut results = Vec::new();
    for state in states {
        let problem = problem_of(provider, described, &state).await;
        results.push(StateResult { state, problem });
    }
    results
}

async fn problem_of(
    provider: &dyn Provider,
    described: &Described,
    state: &State,
) -> Option<String> {
    let schemas = described.schemas.schemas.types(TypeKind::Resource);
    let Some(schema) = schemas.get(&state.type_name) else {
        return Some("the provider has no such resource".to_owned());
    };
    let request = UpgradeRequest {
        type_name: state.type_name.clone(),
        version: state.version,
        raw_state: RawState::from_json(state.attributes.to_string().into_bytes().into()),
    };
    let response = match provider.upgrade_resource_state(request).await {
        Ok(response) => response,
        Err(error) => return Some(error.to_string()),
    };
    let errors: Vec<String> = response
        .diagnostics
        .errors()
        .map(ToString::to_string)
        .collect();
    if !errors.is_empty() {
        return Some(errors.join("\n"));
    }
    match response.upgraded_state.decode(&schema.implied_type()) {
        Ok(value) if value.is_null() => Some("the upgraded object is null".to_owned()),
        Ok(value) if !value.is_wholly_known() => {
            Some("the upgraded object has unknown values".to_owned())
        }
        Ok(_) => None,
        Err(error) => Some(format!(
            "the upgraded object does not have the form of the schema: {error}"
        )),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use terrane_protocol::{
        Diagnostic, Diagnostics, DynamicValue, Request, ResponseFuture, RpcCode, RpcError,
        UpgradeResourceStateResponse,
    };

    use super::*;

    #[test]
    fn recorded_states_are_read_from_the_folders_of_their_types() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("missing");
        assert_eq!(recorded(&missing).unwrap().len(), 0);

        let write = |path: &str, contents: &Value| {
            let path = folder.path().join(path);
            fs_err::create_dir_all(path.parent().unwrap()).unwrap();
            fs_err::write(path, contents.to_string()).unwrap();
        };
        let object = json!({ "name": "Rex" });
        write("README.md", &object);
        write("zoo_pet/v0.json", &object);
        // As in a state file.
        let instance = json!({ "schema_version": 12, "attributes": object });
        write("zoo_pet/v12-instance.json", &instance);
        // A resource may have attributes of these names.
        let attributes = json!({ "attributes": "friendly" });
        write("zoo_pet/v2-attributes.json", &attributes);
        let version = json!({ "schema_version": 1 });
        write("zoo_cage/v3.json", &version);
        let states = recorded(folder.path()).unwrap();
        let states: Vec<_> = states
            .iter()
            .map(|it| (it.type_name.as_str(), it.version, &it.attributes))
            .collect();
        let expected = [
            ("zoo_cage", 3, &version),
            ("zoo_pet", 0, &object),
            ("zoo_pet", 12, &object),
            ("zoo_pet", 2, &attributes),
        ];
        assert_eq!(states, expected);

        for name in ["1.json", "v.json", "v1", "x1.json"] {
            write("zoo_pet/v0.json", &object);
            let path = format!("zoo_pet/{name}");
            write(&path, &object);
            let error = recorded(folder.path()).unwrap_err().to_string();
            assert!(error.contains("the name has no version"), "{name}: {error}");
            fs_err::remove_file(folder.path().join(path)).unwrap();
        }
    }

    #[test]
    fn states_are_generated_for_the_versions_of_which_none_is_recorded() {
        let described = |resources: &Value| {
            let document = json!({
                "format_version": "1.0",
                "provider_schemas": { "registry.terraform.io/example/zoo": { "resource_schemas": resources } },
            });
            Described::read(&document.to_string(), Path::new("schema.json")).unwrap()
        };
        let resource = |version: i64| json!({ "version": version, "block": {} });
        let old = described(&json!({
            "zoo_cage": resource(0), "zoo_pet": resource(1), "zoo_removed": resource(0),
        }));
        let new = described(&json!({ "zoo_cage": resource(2), "zoo_pet": resource(2) }));
        let both = [("zoo_cage", 0), ("zoo_pet", 1)];
        for (type_name, version, expected) in [
            ("zoo_pet", 1, &both[..1]),
            ("zoo_cage", 0, &both[1..]),
            ("zoo_pet", 0, &both),
            ("zoo_cage", 1, &both),
        ] {
            let recorded = State {
                type_name: type_name.to_owned(),
                version,
                file: Some("v.json".to_owned()),
                attributes: json!({}),
            };
            let found = sampled(&old, &new, &[recorded]);
            let found: Vec<_> = found
                .iter()
                .map(|it| (it.type_name.as_str(), it.version))
                .collect();
            assert_eq!(found, expected, "{type_name}, version {version}");
        }
    }

    /// A provider with one answer to all upgrades.
    struct Answer(Result<UpgradeResourceStateResponse, RpcError>);

    impl Provider for Answer {
        fn call(&self, _: Request) -> ResponseFuture<'_> {
            Box::pin(std::future::ready(self.0.clone().map(Into::into)))
        }
    }

    #[tokio::test]
    async fn an_upgraded_object_must_be_known_and_have_the_form_of_the_schema() {
        let document = json!({
            "format_version": "1.0",
            "provider_schemas": { "registry.terraform.io/example/zoo": {
                "resource_schemas": { "zoo_pet": { "version": 1, "block": {
                    "attributes": { "name": { "type": "string", "required": true } },
                } } },
            } },
        });
        let described = Described::read(&document.to_string(), Path::new("schema.json")).unwrap();
        let object = |json: &'static str| {
            Ok(UpgradeResourceStateResponse {
                upgraded_state: DynamicValue::from_json(json.into()),
                diagnostics: Diagnostics::new(),
            })
        };
        // An object with one member, whose value is the unknown one.
        let unknown = DynamicValue::from_msgpack(b"\x81\xa4name\xd4\x00\x00".as_slice().into());
        let mut refused = UpgradeResourceStateResponse::default();
        refused
            .diagnostics
            .push(Diagnostic::error("Cannot upgrade", "The state is too old."));
        let table = [
            ("zoo_pet", object(r#"{"name":"Rex"}"#), None),
            (
                "zoo_pet",
                object("null"),
                Some("the upgraded object is null"),
            ),
            (
                "zoo_pet",
                object("[]"),
                Some("the upgraded object does not have the form of the schema: "),
            ),
            (
                "zoo_pet",
                Ok(UpgradeResourceStateResponse {
                    upgraded_state: unknown,
                    diagnostics: Diagnostics::new(),
                }),
                Some("the upgraded object has unknown values"),
            ),
            ("zoo_pet", Ok(refused), Some("Cannot upgrade")),
            (
                "zoo_pet",
                Err(RpcError::new(RpcCode::Internal, "the process has ended")),
                Some("the process has ended"),
            ),
            (
                "zoo_cage",
                object(r#"{"name":"Rex"}"#),
                Some("the provider has no such resource"),
            ),
        ];
        for (type_name, answer, expected) in table {
            let state = State {
                type_name: type_name.to_owned(),
                version: 0,
                file: None,
                attributes: json!({}),
            };
            let results = upgrade(&Answer(answer), &described, vec![state]).await;
            let problem = results[0].problem.as_deref();
            match (problem, expected) {
                (Some(problem), Some(expected)) => {
                    assert!(problem.contains(expected), "{problem}");
                }
                (problem, expected) => assert_eq!(problem, expected),
            }
        }
    }
}
