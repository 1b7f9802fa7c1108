//! The JSON document of a state. The fields stand in the order of state files.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

type Raw = Box<RawValue>;

#[derive(Deserialize)]
pub(super) struct Version {
    pub(super) version: Option<u64>,
    pub(super) encrypted_data: Option<serde::de::IgnoredAny>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Document {
    pub(super) version: u64,
    #[serde(default)]
    pub(super) terraform_version: String,
    #[serde(default)]
    pub(super) serial: u64,
    #[serde(default)]
    pub(super) lineage: String,
    #[serde(default)]
    pub(super) outputs: BTreeMap<String, Output>,
    #[serde(default)]
    pub(super) resources: Option<Vec<Resource>>,
    #[serde(default)]
    pub(super) check_results: Option<Vec<Check>>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Output {
    pub(super) value: Raw,
    #[serde(rename = "type")]
    pub(super) ty: Raw,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) sensitive: bool,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Resource {
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) module: String,
    pub(super) mode: String,
    #[serde(rename = "type")]
    pub(super) type_name: String,
    pub(super) name: String,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) each: Option<String>,
    pub(super) provider: String,
    pub(super) instances: Option<Vec<Instance>>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Instance {
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) index_key: Option<Key>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) status: String,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) deposed: String,
    #[serde(default)]
    pub(super) schema_version: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) attributes: Option<Raw>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) attributes_flat: Option<BTreeMap<String, String>>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) sensitive_attributes: Option<Vec<Vec<Step>>>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) identity_schema_version: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) identity: Option<Raw>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) private: String,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) dependencies: Vec<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) create_before_destroy: bool,
    /// OpenTofu's own flag, which is refused when it is set.
    #[serde(default, skip_serializing)]
    pub(super) skip_destroy: bool,
    /// OpenTofu's own provider of an instance, which is refused.
    #[serde(default, skip_serializing)]
    pub(super) provider: Option<String>,
}

#[derive(Serialize, Deserialize, PartialEq, Eq)]
#[serde(untagged)]
pub(super) enum Key {
    Number(u64),
    String(String),
}

#[derive(Serialize, Deserialize, PartialEq, Eq)]
#[serde(tag = "type", content = "value", rename_all = "snake_case")]
pub(super) enum Step {
    GetAttr(String),
    Index(Index),
}

#[derive(Serialize, Deserialize, PartialEq, Eq)]
pub(super) struct Index {
    pub(super) value: Key,
    #[serde(rename = "type")]
    pub(super) ty: String,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Check {
    pub(super) object_kind: String,
    pub(super) config_addr: String,
    pub(super) status: String,
    pub(super) objects: Option<Vec<CheckObject>>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct CheckObject {
    pub(super) object_addr: String,
    pub(super) status: String,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) failure_messages: Vec<String>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
