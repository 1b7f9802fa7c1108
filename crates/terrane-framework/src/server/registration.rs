//! The registration of a provider's items.

use std::fmt;
use std::sync::Arc;

use super::registry::{Definition, RegisteredFunction, RegisteredType};
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
        let name = self.0.type_name(resource.type_name(), resource.name());
        let resource: Arc<dyn DynResource> = Arc::new(resource);
        let resource = Arc::new(RegisteredType::new(resource));
        let errors = &mut self.0.schema_errors;
        self.0.resources.add(name, resource, errors);
        self
    }

    /// Registers a data source.
    pub fn data_source(&mut self, source: impl DynDataSource) -> &mut Self {
        let name = self.0.type_name(source.type_name(), source.name());
        let errors = &mut self.0.schema_errors;
        self.0.data_sources.add(name, Arc::new(source), errors);
        self
    }

    /// Registers an ephemeral resource.
    pub fn ephemeral(&mut self, ephemeral: impl DynEphemeral) -> &mut Self {
        let name = self.0.type_name(ephemeral.type_name(), ephemeral.name());
        let ephemeral: Arc<dyn DynEphemeral> = Arc::new(ephemeral);
        let ephemeral = Arc::new(RegisteredType::new(ephemeral));
        let errors = &mut self.0.schema_errors;
        self.0.ephemerals.add(name, ephemeral, errors);
        self
    }

    /// Registers a list resource, under the name of the listed resource.
    pub fn list(&mut self, list: impl DynList) -> &mut Self {
        let name = self.0.type_name(list.type_name(), list.name());
        let errors = &mut self.0.schema_errors;
        self.0.lists.add(name, Arc::new(list), errors);
        self
    }

    /// Registers an action.
    pub fn action(&mut self, action: impl DynAction) -> &mut Self {
        let name = self.0.type_name(action.type_name(), action.name());
        let errors = &mut self.0.schema_errors;
        self.0.actions.add(name, Arc::new(action), errors);
        self
    }

    /// Registers a state store. State stores need protocol 6. A host with protocol 5 alone gets the provider without them.
    pub fn state_store(&mut self, store: impl DynStateStore) -> &mut Self {
        let name = self.0.type_name(store.type_name(), store.name());
        let errors = &mut self.0.schema_errors;
        self.0.state_stores.add(name, Arc::new(store), errors);
        self
    }

    /// Registers a function.
    pub fn function(&mut self, function: impl DynFunction) -> &mut Self {
        let name = function.name().to_owned();
        let function = Arc::new(RegisteredFunction::new(Arc::new(function)));
        let errors = &mut self.0.schema_errors;
        self.0.functions.add(name, function, errors);
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
