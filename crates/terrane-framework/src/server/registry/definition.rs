//! The definition of a provider: all registered items by name.

use std::sync::Arc;

use terrane_protocol::Diagnostic;

use super::checked::RegisteredType;
use super::function::RegisteredFunction;
use super::items::Items;
use crate::dynamic::{DynAction, DynDataSource, DynEphemeral, DynList, DynProvider, DynStateStore};
use crate::identity::Identity;
use crate::messages::schema::{UnusableList, unusable_list};
use crate::schema::Block;

/// A provider and its registered items.
pub(crate) struct Definition {
    pub(crate) provider: Arc<dyn DynProvider>,
    /// The schema of the provider's settings.
    pub(crate) config: Block,
    pub(crate) resources: Items<RegisteredType>,
    pub(crate) data_sources: Items<dyn DynDataSource>,
    pub(crate) ephemerals: Items<RegisteredType<dyn DynEphemeral>>,
    pub(crate) lists: Items<dyn DynList>,
    pub(crate) actions: Items<dyn DynAction>,
    pub(crate) state_stores: Items<dyn DynStateStore>,
    pub(crate) functions: Items<RegisteredFunction>,
    /// Errors of the registration: summary and detail.
    pub(crate) schema_errors: Vec<Diagnostic>,
    pub(crate) meta: Option<Block>,
}

impl Definition {
    /// Creates the definition of a provider without registered items.
    pub(crate) fn new(provider: Arc<dyn DynProvider>) -> Self {
        Self {
            config: provider.block(),
            provider,
            resources: Items::new("Resource", "tf_resource_type"),
            data_sources: Items::new("Data Source", "tf_data_source_type"),
            ephemerals: Items::new("Ephemeral Resource", "tf_ephemeral_resource_type"),
            lists: Items::new("List Resource", "tf_list_resource_type"),
            actions: Items::new("Action", "tf_action_type"),
            state_stores: Items::new("State Store", "tf_state_store_type"),
            functions: Items::new("Function", "tf_function_name"),
            schema_errors: Vec::new(),
            meta: None,
        }
    }

    /// Returns the full name of a type: its own, or the provider's prefix and the item's name.
    pub(crate) fn type_name(&self, full: Option<&str>, name: &str) -> String {
        if let Some(full) = full {
            return full.to_owned();
        }
        let address = self.provider.address();
        let last = || address.rsplit('/').next().unwrap_or(address);
        let prefix = self.provider.type_prefix().unwrap_or_else(last);
        format!("{prefix}_{name}")
    }

    /// Removes list resources without exactly one resource of the same name, which has an identity (rule G3).
    pub(crate) fn complete(mut self) -> Self {
        let (resources, schema_errors) = (&self.resources, &mut self.schema_errors);
        self.lists.keep(|name, list| {
            let problem = match (resources.get(name), list.listed()) {
                (Some(_), Some(_)) => UnusableList::ServedHere,
                (Some(resource), None) if Identity::of(resource.block()).is_some() => return true,
                (None, Some(listed)) if Identity::of(&listed).is_some() => return true,
                (None, None) => UnusableList::NoResource,
                _ => UnusableList::NoIdentity,
            };
            schema_errors.push(unusable_list(name, problem));
            false
        });
        self
    }
}
