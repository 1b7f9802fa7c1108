//! The registration of a provider's items.

use std::fmt;
use std::sync::Arc;

use super::registry::Definition;
use crate::dynamic::{
    DynAction, DynDataSource, DynEphemeral, DynFunction, DynList, DynProvider, DynResource,
    DynStateStore,
};
use crate::schema::Block;

/// The registry of a provider's items, as type-erased trait objects.
pub struct Registry(Definition);

impl Registry {
    /// Creates the definition of a provider from its items.
    pub(super) fn define(
        provider: Arc<dyn DynProvider>,
        register: impl FnOnce(Self) -> Self,
    ) -> Definition {
        register(Self(Definition::new(provider))).0.complete()
    }

    /// Registers a resource.
    pub fn resource(&mut self, resource: impl DynResource) -> &mut Self {
        self.0.resource(Arc::new(resource));
        self
    }

    /// Registers a data source.
    pub fn data_source(&mut self, source: impl DynDataSource) -> &mut Self {
        self.0.data_source(Arc::new(source));
        self
    }

    /// Registers an ephemeral resource.
    pub fn ephemeral(&mut self, ephemeral: impl DynEphemeral) -> &mut Self {
        self.0.ephemeral(Arc::new(ephemeral));
        self
    }

    /// Registers a list resource, under the name of the listed resource.
    pub fn list(&mut self, list: impl DynList) -> &mut Self {
        self.0.list(Arc::new(list));
        self
    }

    /// Registers an action.
    pub fn action(&mut self, action: impl DynAction) -> &mut Self {
        self.0.action(Arc::new(action));
        self
    }

    /// Registers a state store. State stores need protocol 6. A host with protocol 5 alone gets the provider without them.
    pub fn state_store(&mut self, store: impl DynStateStore) -> &mut Self {
        self.0.state_store(Arc::new(store));
        self
    }

    /// Registers a function.
    pub fn function(&mut self, function: impl DynFunction) -> &mut Self {
        self.0.function(Arc::new(function));
        self
    }

    /// Registers the schema of the `provider_meta` block of modules.
    pub fn meta(&mut self, block: Block) -> &mut Self {
        self.0.meta = Some(block);
        self
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let definition = &self.0;
        f.debug_struct("Registry")
            .field("resources", &definition.resources)
            .field("data_sources", &definition.data_sources)
            .field("ephemerals", &definition.ephemerals)
            .field("lists", &definition.lists)
            .field("actions", &definition.actions)
            .field("state_stores", &definition.state_stores)
            .field("functions", &definition.functions)
            .finish()
    }
}
