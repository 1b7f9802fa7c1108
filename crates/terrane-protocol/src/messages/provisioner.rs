//! Provisioners. Protocol 5 only.

use crate::{Diagnostics, DynamicValue, Schema};

/// Requests the provisioner's schema.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GetProvisionerSchemaRequest {}

/// Answers [`GetProvisionerSchemaRequest`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GetProvisionerSchemaResponse {
    /// The schema of its configuration.
    pub provisioner: Schema,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
}

/// Checks a provisioner's configuration.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ValidateProvisionerConfigRequest {
    /// The configuration.
    pub config: DynamicValue,
}

/// Answers [`ValidateProvisionerConfigRequest`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ValidateProvisionerConfigResponse {
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
}

/// Provisions a resource.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ProvisionResourceRequest {
    /// The configuration.
    pub config: DynamicValue,
    /// The connection to the machine.
    pub connection: DynamicValue,
}

/// An event of a running provisioner.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ProvisionResourceEvent {
    /// The text for the user.
    pub output: String,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
}

/// Asks the provisioner to stop its work soon.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StopProvisionerRequest {}

/// Answers [`StopProvisionerRequest`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StopProvisionerResponse {
    /// The reason why the provisioner cannot stop. Empty on success.
    pub error: String,
}
