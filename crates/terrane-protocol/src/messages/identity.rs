//! Identities of managed resources.

use std::collections::BTreeMap;

use crate::schema::IdentitySchema;
use crate::{Diagnostics, DynamicValue, RawState};

/// Asks for the identity schemas of all resources.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GetResourceIdentitySchemasRequest {}

/// Answers [`GetResourceIdentitySchemasRequest`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GetResourceIdentitySchemasResponse {
    /// The schemas by type name, of those resources that have an identity.
    pub identity_schemas: BTreeMap<String, IdentitySchema>,
    /// What went wrong.
    pub diagnostics: Diagnostics,
}

/// Asks for a stored identity in the form of the present schema.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UpgradeResourceIdentityRequest {
    /// The type of resource.
    pub type_name: String,
    /// The identity schema version that wrote it.
    pub version: i64,
    /// The identity as it was stored.
    pub raw_identity: RawState,
}

/// Answers [`UpgradeResourceIdentityRequest`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UpgradeResourceIdentityResponse {
    /// The identity in its new form.
    pub upgraded_identity: Option<DynamicValue>,
    /// What went wrong.
    pub diagnostics: Diagnostics,
}
