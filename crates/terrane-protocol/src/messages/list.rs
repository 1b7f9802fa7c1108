//! List resources: finding objects that exist.

use crate::{Diagnostics, DynamicValue};

/// Checks a list resource's configuration.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ValidateListResourceConfigRequest {
    /// The type of list resource.
    pub type_name: String,
    /// The configuration.
    pub config: DynamicValue,
    /// Whether whole objects will be asked for: a bool that may be unknown.
    pub include_resource_object: DynamicValue,
    /// How many will be asked for at most: a number that may be unknown.
    pub limit: DynamicValue,
}

/// Answers [`ValidateListResourceConfigRequest`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ValidateListResourceConfigResponse {
    /// What is wrong with it.
    pub diagnostics: Diagnostics,
}

/// Asks which objects exist.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListResourceRequest {
    /// The type of list resource.
    pub type_name: String,
    /// The configuration.
    pub config: DynamicValue,
    /// Whether whole objects are wanted.
    pub include_resource_object: bool,
    /// How many are wanted at most.
    pub limit: i64,
}

/// Tells of one object.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListResourceEvent {
    /// Its identity.
    pub identity: Option<DynamicValue>,
    /// What to call it when talking to the user.
    pub display_name: String,
    /// The whole object, if it was wanted.
    pub resource_object: Option<DynamicValue>,
    /// What went wrong.
    pub diagnostics: Diagnostics,
}
