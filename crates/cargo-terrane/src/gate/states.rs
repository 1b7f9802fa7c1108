//! States of older versions, and their upgrade by a new program.

use std::fmt;
use std::path::Path;

use serde_json::Value;
use terrane_protocol::schema::TypeKind;
use terrane_protocol::{Provider, RawState, UpgradeResourceStateRequest};

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
    let request = UpgradeResourceStateRequest {
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
