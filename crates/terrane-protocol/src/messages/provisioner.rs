//! Provisioners. Protocol 5 only.

use crate::{Diagnostics, DynamicValue, Schema};

/// Asks for the provisioner's schema.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GetProvisionerSchemaRequest {}

/// Answers [`GetProvisionerSchemaRequest`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GetProvisionerSchemaResponse {
    /// The schema of its configuration.
    pub provisioner: Schema,
    /// What went wrong.
    pub diagnostics: Diagnostics,
}

/// Checks a provisioner's configuration.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ValidateProvisionerConfigRequest {
    /// The configuration.
    pub config: DynamicValue,
}

/// Answers [`ValidateProvisionerConfigRequest`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ValidateProvisionerConfigResponse {
    /// What is wrong with it.
    pub diagnostics: Diagnostics,
}

/// Asks for a resource to be provisioned.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProvisionResourceRequest {
    /// The configuration.
    pub config: DynamicValue,
    /// How to reach the machine.
    pub connection: DynamicValue,
}

/// Tells how the provisioning goes on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProvisionResourceEvent {
    /// What to tell the user.
    pub output: String,
    /// What went wrong.
    pub diagnostics: Diagnostics,
}

/// Asks the provisioner to end its work soon.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StopProvisionerRequest {}

/// Answers [`StopProvisionerRequest`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StopProvisionerResponse {
    /// Why it cannot; empty when it can.
    pub error: String,
}
