//! Identities of managed resources.

use std::collections::BTreeMap;

use crate::schema::IdentitySchema;
use crate::{Diagnostics, DynamicValue, RawState};

/// Answers [`Request::GetResourceIdentitySchemas`](crate::Request::GetResourceIdentitySchemas).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GetResourceIdentitySchemasResponse {
    /// The schemas by type name, for resources that have an identity.
    pub identity_schemas: BTreeMap<String, IdentitySchema>,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
}

/// Upgrades a stored identity to the current schema.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct UpgradeResourceIdentityRequest {
    /// The type of resource.
    pub type_name: String,
    /// The version of the identity schema that wrote it.
    pub version: i64,
    /// The stored identity.
    pub raw_identity: RawState,
}

/// Answers [`UpgradeResourceIdentityRequest`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct UpgradeResourceIdentityResponse {
    /// The upgraded identity.
    pub upgraded_identity: Option<DynamicValue>,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
}
