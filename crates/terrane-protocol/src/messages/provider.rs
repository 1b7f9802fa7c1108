//! The provider itself: metadata, schemas, configuration and stop.

use std::collections::BTreeMap;

use super::{ClientCapabilities, ServerCapabilities};
use crate::schema::{Function, Schema};
use crate::{Diagnostics, DynamicValue};

/// Answers [`Request::GetMetadata`](crate::Request::GetMetadata).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GetMetadataResponse {
    /// The optional features that the provider supports.
    pub server_capabilities: ServerCapabilities,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
    /// Type names of data sources.
    pub data_sources: Vec<String>,
    /// Type names of resources.
    pub resources: Vec<String>,
    /// Names of functions.
    pub functions: Vec<String>,
    /// Type names of ephemeral resources.
    pub ephemeral_resources: Vec<String>,
    /// Type names of list resources.
    pub list_resources: Vec<String>,
    /// Type names of state stores. Protocol 6 only.
    pub state_stores: Vec<String>,
    /// Type names of actions.
    pub actions: Vec<String>,
}

/// Answers [`Request::GetProviderSchema`](crate::Request::GetProviderSchema): all schemas by type name.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GetProviderSchemaResponse {
    /// The provider's own configuration.
    pub provider: Schema,
    /// Resources.
    pub resource_schemas: BTreeMap<String, Schema>,
    /// Data sources.
    pub data_source_schemas: BTreeMap<String, Schema>,
    /// Functions.
    pub functions: BTreeMap<String, Function>,
    /// Ephemeral resources.
    pub ephemeral_resource_schemas: BTreeMap<String, Schema>,
    /// List resources.
    pub list_resource_schemas: BTreeMap<String, Schema>,
    /// State stores. Protocol 6 only.
    pub state_store_schemas: BTreeMap<String, Schema>,
    /// Actions.
    pub action_schemas: BTreeMap<String, Schema>,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
    /// The `provider_meta` block of modules, if the provider has one.
    pub provider_meta: Option<Schema>,
    /// The optional features that the provider supports.
    pub server_capabilities: ServerCapabilities,
}

/// Checks the provider's configuration.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ValidateProviderConfigRequest {
    /// The configuration.
    pub config: DynamicValue,
}

/// Answers [`ValidateProviderConfigRequest`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ValidateProviderConfigResponse {
    /// The configuration, unchanged. Hosts ignore it. Protocol 5 only.
    pub prepared_config: DynamicValue,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
}

/// Configures the provider.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ConfigureProviderRequest {
    /// The version of the host.
    pub terraform_version: String,
    /// The configuration; parts may be unknown.
    pub config: DynamicValue,
    /// The optional features that the host supports.
    pub client_capabilities: ClientCapabilities,
}
