//! A provider of a run, with its schemas.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use terrane_protocol::schema::Schemas;
use terrane_protocol::{GetResourceIdentitySchemasResponse, Provider};

use crate::address::{self, ResourceMode};
use crate::object::{ResourceSchema, type_kind};

/// A provider that has been started.
pub(crate) struct Running {
    pub(crate) address: address::Provider,
    pub(crate) provider: Arc<dyn Provider>,
    pub(crate) schemas: Schemas,
    pub(crate) identities: GetResourceIdentitySchemasResponse,
    pub(crate) types: Mutex<BTreeMap<(ResourceMode, String), Arc<ResourceSchema>>>,
}

impl fmt::Debug for Running {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Running")
            .field("address", &self.address)
            .finish_non_exhaustive()
    }
}

impl Running {
    /// Returns the schema of a resource type, a data source or an ephemeral resource.
    pub(crate) fn resource(
        &self,
        mode: ResourceMode,
        type_name: &str,
    ) -> Option<Arc<ResourceSchema>> {
        let mut types = self.types.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (mode, type_name.to_owned());
        if let Some(schema) = types.get(&key) {
            return Some(Arc::clone(schema));
        }
        let schema = self.schemas.types(type_kind(mode)).get(type_name)?.clone();
        let identity = match mode {
            ResourceMode::Managed => self.identities.identity_schemas.get(type_name).cloned(),
            ResourceMode::Data | ResourceMode::Ephemeral | ResourceMode::Action => None,
        };
        let schema = Arc::new(ResourceSchema::new(schema, identity));
        types.insert(key, Arc::clone(&schema));
        Some(schema)
    }
}
