//! The schemas of a saved plan, in the JSON of `terraform providers schema`.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value as Json;
use terrane_protocol::schema::json::{self, ProviderSchemas};

use super::change::parsed;
use crate::address::{self, ResourceMode};
use crate::object::{ResourceSchema, type_kind};
use crate::plan::Schemas;

const MODES: [ResourceMode; 4] = [
    ResourceMode::Data,
    ResourceMode::Managed,
    ResourceMode::Ephemeral,
    ResourceMode::Action,
];

/// Encodes schemas. A plan needs them to be shown.
pub(super) fn encoded(schemas: &Schemas) -> Json {
    let mut providers: BTreeMap<&address::Provider, ProviderSchemas> = BTreeMap::new();
    for ((provider, mode, type_name), schema) in schemas {
        let described = providers.entry(provider).or_default();
        let types = described.schemas.types_mut(type_kind(*mode));
        types.insert(type_name.to_string(), schema.schema.clone());
    }
    let entries = providers
        .iter()
        .map(|(provider, described)| (provider.to_string(), json::whole_provider(described)));
    json::document(entries)
}

/// Decodes schemas.
pub(super) fn decoded(document: &Json) -> Result<Schemas, String> {
    let providers = terrane_schema::read(&document.to_string());
    let providers = providers.map_err(|error| format!("its schemas cannot be read: {error}."))?;
    let mut schemas = Schemas::new();
    for (provider, described) in providers {
        let provider: address::Provider = parsed(&provider)?;
        for mode in MODES {
            for (type_name, schema) in described.schemas.types(type_kind(mode)) {
                let key = (provider.clone(), mode, type_name.clone().into());
                let schema = ResourceSchema::new(schema.clone(), None);
                schemas.insert(key, Arc::new(schema));
            }
        }
    }
    Ok(schemas)
}
