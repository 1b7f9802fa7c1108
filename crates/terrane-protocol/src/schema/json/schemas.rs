//! The schemas of one provider.

use std::collections::BTreeMap;

use crate::GetProviderSchemaResponse;
use crate::schema::difference::compare_items;
use crate::schema::{IdentitySchema, SchemaDifference};

/// The schemas of one provider, and the identity schemas of its resources.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProviderSchemas {
    /// All schemas and functions.
    pub schemas: GetProviderSchemaResponse,
    /// The identity schemas, by the type names of resources.
    pub identities: BTreeMap<String, IdentitySchema>,
}

impl ProviderSchemas {
    /// Compares all schemas, functions and identities with those of a later version.
    #[must_use]
    pub fn differences(&self, later: &Self) -> Vec<SchemaDifference> {
        let mut found = self.schemas.differences(&later.schemas);
        compare_items(
            "identity",
            &self.identities,
            &later.identities,
            |name| format!("identity of resource {name}"),
            IdentitySchema::differences,
            &mut found,
        );
        found
    }
}
