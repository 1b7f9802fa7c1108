//! Provisioners. Protocol 5 only.

use crate::schema::Schema;
use crate::{Diagnostics, DynamicValue};

/// Answers [`Request::GetProvisionerSchema`](crate::Request::GetProvisionerSchema).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GetProvisionerSchemaResponse {
    /// The schema of the provisioner's configuration.
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
