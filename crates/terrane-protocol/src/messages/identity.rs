//! Identities of managed resources.

use std::collections::BTreeMap;

use crate::schema::IdentitySchema;
use crate::{Diagnostics, DynamicValue};

/// Answers [`Request::GetResourceIdentitySchemas`](crate::Request::GetResourceIdentitySchemas).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GetResourceIdentitySchemasResponse {
    /// The schemas by type name, for resources that have an identity.
    pub identity_schemas: BTreeMap<String, IdentitySchema>,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
}

/// Answers [`Request::UpgradeResourceIdentity`](crate::Request::UpgradeResourceIdentity).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct UpgradeResourceIdentityResponse {
    /// The upgraded identity.
    pub upgraded_identity: Option<DynamicValue>,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
}
