//! Data sources.

use super::{ClientCapabilities, DeferredReason};
use crate::{Diagnostics, DynamicValue};

/// Reads a data source.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReadDataSourceRequest {
    /// The type of data source.
    pub type_name: String,
    /// The configuration, wholly known.
    pub config: DynamicValue,
    /// The module's `provider_meta`.
    pub provider_meta: DynamicValue,
    /// The optional features that the host supports.
    pub client_capabilities: ClientCapabilities,
}

/// Answers [`ReadDataSourceRequest`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReadDataSourceResponse {
    /// The configuration and the data.
    pub state: DynamicValue,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
    /// Set if the provider defers the answer.
    pub deferred: Option<DeferredReason>,
}
