//! List resources: queries for existing objects.

use crate::{Diagnostics, DynamicValue};

/// Checks a list resource's configuration.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ValidateListResourceConfigRequest {
    /// The type of list resource.
    pub type_name: String,
    /// The configuration.
    pub config: DynamicValue,
    /// Whether the host will request whole objects: a bool that may be unknown.
    pub include_resource_object: DynamicValue,
    /// The maximum number of results: a number that may be unknown.
    pub limit: DynamicValue,
}

/// Lists existing objects.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ListResourceRequest {
    /// The type of list resource.
    pub type_name: String,
    /// The configuration.
    pub config: DynamicValue,
    /// Whether the host requests whole objects.
    pub include_resource_object: bool,
    /// The maximum number of results.
    pub limit: i64,
}

/// One listed object.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ListResourceEvent {
    /// Its identity.
    pub identity: Option<DynamicValue>,
    /// Its name for the user.
    pub display_name: String,
    /// The whole object, if requested.
    pub resource_object: Option<DynamicValue>,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
}
