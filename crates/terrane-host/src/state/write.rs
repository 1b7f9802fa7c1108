//! Writing of states.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use terrane_value::{Path, Step};

use super::document::{self, Document, Index, Key};
use super::indent::indent;
use super::{Attributes, CheckResult, Json, Object, Resource, State};
use crate::address::InstanceKey;

impl State {
    /// Returns the content of a state file, byte for byte as Terraform writes it.
    pub fn to_json(&self) -> String {
        let outputs = self.outputs.iter().map(|(name, output)| {
            let output = document::Output {
                value: raw(&output.value),
                ty: raw(&output.ty),
                sensitive: output.sensitive,
            };
            (name.to_string(), output)
        });
        let checks = self.check_results.as_ref();
        let document = Document {
            version: 4,
            terraform_version: self.terraform_version.clone(),
            serial: self.serial,
            lineage: self.lineage.clone(),
            outputs: outputs.collect(),
            resources: Some(self.resources.values().map(resource).collect()),
            check_results: checks.map(|checks| checks.iter().map(check).collect()),
        };
        let mut text = serde_json::to_string(&document)
            .map(|text| indent(&text))
            .unwrap_or_else(|_| unreachable!("all keys of the document are strings"));
        text.push('\n');
        text
    }
}

fn raw(json: &Json) -> Box<serde_json::value::RawValue> {
    json.0.clone()
}

fn check(check: &CheckResult) -> document::Check {
    let objects = check.objects.as_ref().map(|objects| {
        let results = objects.iter().map(|object| document::CheckObject {
            object_addr: object.address.clone(),
            status: object.status.name().to_owned(),
            failure_messages: object.failure_messages.clone(),
        });
        results.collect()
    });
    document::Check {
        object_kind: check.kind.clone(),
        config_addr: check.address.clone(),
        status: check.status.name().to_owned(),
        objects,
    }
}

fn resource(resource: &Resource) -> document::Resource {
    let address = &resource.address;
    let instances = resource.instances.iter().flat_map(|(key, objects)| {
        let current = objects.current.iter().map(|object| ("", object));
        let deposed = objects
            .deposed
            .iter()
            .map(|(deposed, object)| (deposed.as_str(), object));
        let all = current.chain(deposed);
        all.map(|(deposed, stored)| object(key.as_ref(), deposed, stored))
    });
    document::Resource {
        module: address.module.to_string(),
        mode: address.resource.mode.name().to_owned(),
        type_name: address.resource.type_name.to_string(),
        name: address.resource.name.to_string(),
        each: resource.each.clone(),
        provider: resource.provider.to_string(),
        instances: Some(instances.collect()),
    }
}

fn object(key: Option<&InstanceKey>, deposed: &str, object: &Object) -> document::Instance {
    let (attributes, attributes_flat) = match &object.attributes {
        Attributes::Json(json) => (Some(raw(json)), None),
        Attributes::Flat(flat) => (None, Some(flat.clone())),
    };
    let sensitive = object.sensitive_attributes.as_ref();
    document::Instance {
        index_key: key.map(|key| match key {
            InstanceKey::Number(number) => Key::Number(*number),
            InstanceKey::String(text) => Key::String(text.to_string()),
        }),
        status: if object.tainted { "tainted" } else { "" }.to_owned(),
        deposed: deposed.to_owned(),
        schema_version: object.schema_version,
        attributes,
        attributes_flat,
        sensitive_attributes: sensitive.map(|paths| paths.iter().map(path).collect()),
        identity_schema_version: object.identity_schema_version,
        identity: object.identity.as_ref().map(raw),
        private: STANDARD.encode(&object.private),
        dependencies: object.dependencies.clone(),
        create_before_destroy: object.create_before_destroy,
        skip_destroy: false,
        provider: None,
    }
}

/// Returns the steps of a path up to the set that contains the value, because elements of sets have no keys.
fn path(path: &Path) -> Vec<document::Step> {
    let known_steps = path.steps().iter().map_while(|step| match step {
        Step::Attribute(name) => Some(document::Step::GetAttr(name.to_string())),
        Step::Key(key) => Some(index(Key::String(key.to_string()), "string")),
        Step::Index(number) => {
            let number = u64::try_from(*number).unwrap_or(u64::MAX);
            Some(index(Key::Number(number), "number"))
        }
        Step::Element(_) => None,
    });
    known_steps.collect()
}

fn index(value: Key, ty: &str) -> document::Step {
    document::Step::Index(Index {
        value,
        ty: ty.to_owned(),
    })
}

/// Encodes a path as states have it.
pub(crate) fn path_to_json(path: &Path) -> serde_json::Value {
    serde_json::to_value(self::path(path))
        .unwrap_or_else(|_| unreachable!("all keys of a path are strings"))
}
