//! The schemas of one provider.

use std::collections::BTreeMap;

use crate::GetProviderSchemaResponse;
use crate::schema::IdentitySchema;

/// The schemas of one provider, and the identity schemas of its resources.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ProviderSchemas {
    /// All schemas and functions.
    pub schemas: GetProviderSchemaResponse,
    /// The identity schemas, by the type names of resources.
    pub identities: BTreeMap<String, IdentitySchema>,
}
