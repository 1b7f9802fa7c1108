//! Data sources.

use super::{ClientCapabilities, Deferred};
use crate::{Diagnostics, DynamicValue};

/// Checks a data source's configuration.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ValidateDataResourceConfigRequest {
    /// The type of data source.
    pub type_name: String,
    /// The configuration.
    pub config: DynamicValue,
}

/// Answers [`ValidateDataResourceConfigRequest`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ValidateDataResourceConfigResponse {
    /// What is wrong with it.
    pub diagnostics: Diagnostics,
}

/// Asks for the data.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadDataSourceRequest {
    /// The type of data source.
    pub type_name: String,
    /// The configuration, wholly known.
    pub config: DynamicValue,
    /// The module's `provider_meta`.
    pub provider_meta: DynamicValue,
    /// What the host understands.
    pub client_capabilities: ClientCapabilities,
}

/// Answers [`ReadDataSourceRequest`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadDataSourceResponse {
    /// The configuration and the data.
    pub state: DynamicValue,
    /// What went wrong.
    pub diagnostics: Diagnostics,
    /// Set when the answer is put off.
    pub deferred: Option<Deferred>,
}
