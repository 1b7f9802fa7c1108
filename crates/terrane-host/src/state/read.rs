//! Reading of states.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use terrane_value::{Path, Step};

use super::document::{self, Document, Key, Version};
use super::{
    Attributes, CheckObject, CheckResult, CheckStatus, Instance, Json, Object, Output, Resource,
    State,
};
use crate::address::{self, AbsoluteResource, InstanceKey, ResourceMode};

/// The reason why a state cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("Cannot read the state: {0}")]
pub struct StateError(String);

impl State {
    /// Reads a state of version 4. An empty file has no state.
    ///
    /// # Errors
    ///
    /// Fails for versions other than 4, for encrypted states of OpenTofu, and for documents that are no states.
    pub fn parse(bytes: &[u8]) -> Result<Option<Self>, StateError> {
        if bytes.is_empty() {
            return Ok(None);
        }
        read(bytes).map(Some).map_err(StateError)
    }
}

fn read(bytes: &[u8]) -> Result<State, String> {
    let no_state = |error: serde_json::Error| format!("it is no state in JSON: {error}.");
    let version: Version = serde_json::from_slice(bytes).map_err(no_state)?;
    if version.encrypted_data.is_some() {
        return Err(
            "OpenTofu has encrypted it. Decrypt it with OpenTofu's own command first.".to_owned(),
        );
    }
    match version.version {
        Some(4) => {}
        Some(older @ 0..=3) => {
            return Err(format!(
                "it has version {older} of the format, expected version 4. `terraform apply` of Terraform 0.12 or later upgrades it."
            ));
        }
        Some(newer) => {
            return Err(format!(
                "it has version {newer} of the format, which is newer than version 4. Use a newer host."
            ));
        }
        None => return Err("it has no version of the format.".to_owned()),
    }
    let document: Document = serde_json::from_slice(bytes).map_err(no_state)?;
    state(document)
}

fn state(document: Document) -> Result<State, String> {
    let outputs = document.outputs.into_iter().map(|(name, output)| {
        let output = Output {
            value: Json(output.value),
            ty: Json(output.ty),
            sensitive: output.sensitive,
        };
        (name.into(), output)
    });
    let checks = document.check_results.map(|checks| {
        let results = checks.into_iter().map(check);
        results.collect::<Result<Vec<_>, _>>()
    });
    let mut state = State {
        terraform_version: document.terraform_version,
        serial: document.serial,
        lineage: document.lineage,
        outputs: outputs.collect(),
        resources: BTreeMap::new(),
        check_results: checks.transpose()?,
    };
    for stored in document.resources.unwrap_or_default() {
        let resource = resource(stored)?;
        let address = resource.address.to_string();
        if !state.insert(resource) {
            return Err(format!("the resource {address} is stored twice."));
        }
    }
    Ok(state)
}

fn check(check: document::Check) -> Result<CheckResult, String> {
    let objects = check.objects.map(|objects| {
        let objects = objects.into_iter().map(|object| {
            Ok(CheckObject {
                address: object.object_addr,
                status: status(&object.status)?,
                failure_messages: object.failure_messages,
            })
        });
        objects.collect::<Result<Vec<_>, String>>()
    });
    Ok(CheckResult {
        kind: check.object_kind,
        address: check.config_addr,
        status: status(&check.status)?,
        objects: objects.transpose()?,
    })
}

fn status(name: &str) -> Result<CheckStatus, String> {
    let mut all = CheckStatus::ALL.into_iter();
    let status = all.find(|status| status.name() == name);
    status.ok_or_else(|| {
        format!("the check status \"{name}\" is none of pass, fail, error and unknown.")
    })
}

fn resource(stored: document::Resource) -> Result<Resource, String> {
    let mode = match stored.mode.as_str() {
        "managed" => ResourceMode::Managed,
        "data" => ResourceMode::Data,
        other => {
            return Err(format!(
                "the mode \"{other}\" of {}.{} is neither \"managed\" nor \"data\".",
                stored.type_name, stored.name
            ));
        }
    };
    let module = stored.module.parse();
    let address = AbsoluteResource {
        module: module.map_err(|error: address::AddressError| format!("{error}."))?,
        resource: address::Resource {
            mode,
            type_name: stored.type_name.into(),
            name: stored.name.into(),
        },
    };
    let mut instances: BTreeMap<Option<InstanceKey>, Instance> = BTreeMap::new();
    for instance in stored.instances.unwrap_or_default() {
        let key = instance.index_key.as_ref().map(|key| match key {
            Key::Number(number) => InstanceKey::Number(*number),
            Key::String(text) => InstanceKey::String(text.into()),
        });
        let name = address.clone().instance(key.clone()).to_string();
        let deposed = instance.deposed.clone();
        let objects = instances.entry(key).or_default();
        let object = object(instance).map_err(|error| format!("{name}: {error}"))?;
        let other = if deposed.is_empty() {
            objects.current.replace(object)
        } else {
            objects.deposed.insert(deposed, object)
        };
        if other.is_some() {
            return Err(format!("the instance {name} is stored twice."));
        }
    }
    Ok(Resource {
        provider: stored
            .provider
            .parse()
            .map_err(|error| format!("{error}."))?,
        address,
        each: stored.each,
        instances,
    })
}

fn object(stored: document::Instance) -> Result<Object, String> {
    if stored.skip_destroy || stored.provider.is_some() {
        return Err(
            "the instance has `skip_destroy` or a provider of its own, which only OpenTofu supports.".to_owned(),
        );
    }
    let attributes = match (stored.attributes, stored.attributes_flat) {
        (Some(json), _) => Attributes::Json(Json(json)),
        (None, Some(flat)) => Attributes::Flat(flat),
        (None, None) => return Err("the instance has no attributes.".to_owned()),
    };
    let tainted = match stored.status.as_str() {
        "" => false,
        "tainted" => true,
        other => return Err(format!("the status \"{other}\" is not \"tainted\".")),
    };
    let private = STANDARD.decode(&stored.private);
    let sensitive = stored.sensitive_attributes.map(|paths| {
        let paths = paths.into_iter().map(path);
        paths.collect::<Result<Vec<_>, _>>()
    });
    Ok(Object {
        attributes,
        schema_version: stored.schema_version,
        tainted,
        sensitive_attributes: sensitive.transpose()?,
        identity: stored.identity.map(Json),
        identity_schema_version: stored.identity_schema_version,
        private: private.map_err(|error| format!("`private` is no Base64: {error}."))?,
        dependencies: stored.dependencies,
        create_before_destroy: stored.create_before_destroy,
    })
}

fn path(steps: Vec<document::Step>) -> Result<Path, String> {
    let steps = steps.into_iter().map(|step| match step {
        document::Step::GetAttr(name) => Ok(Step::Attribute(name.into())),
        document::Step::Index(index) => match index.value {
            Key::String(key) => Ok(Step::Key(key.into())),
            Key::Number(number) => usize::try_from(number)
                .map(Step::Index)
                .map_err(|_| format!("the index {number} of a sensitive path is too large.")),
        },
    });
    steps.collect()
}

/// Decodes a path as states have it.
pub(crate) fn path_from_json(json: serde_json::Value) -> Result<Path, String> {
    let steps = serde_json::from_value(json);
    path(steps.map_err(|error| format!("a path is none: {error}."))?)
}
