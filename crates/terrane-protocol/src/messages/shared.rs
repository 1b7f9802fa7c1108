//! Messages that several RPCs share, because they have the same fields with the same numbers.

use super::ClientCapabilities;
use crate::{Diagnostics, DynamicValue, Opaque, RawState};

/// A request without fields: [`Rpc`](crate::Rpc) says what it asks for.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EmptyRequest {}

/// A response that consists of diagnostics alone.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DiagnosticsResponse {
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
}

/// The response of a provider or provisioner that is asked to stop. The work may still be running.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StopResponse {
    /// The reason why the work cannot stop. Empty on success.
    pub error: String,
}

/// Checks the configuration of a data source, an ephemeral resource, an action or a state store.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ValidateConfigRequest {
    /// The type.
    pub type_name: String,
    /// The configuration.
    pub config: DynamicValue,
}

/// An open ephemeral resource, to be renewed or closed.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OpenedEphemeralResource {
    /// The type of ephemeral resource.
    pub type_name: String,
    /// The data of the last open or renewal.
    pub private: Option<Opaque>,
}

/// Validates a resource, opens an ephemeral resource, or plans or runs an action.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ConfigRequest {
    /// The type.
    pub type_name: String,
    /// The configuration. Parts may be unknown in a validation and in the plan of an action.
    pub config: DynamicValue,
    /// The optional features that the host supports.
    pub client_capabilities: ClientCapabilities,
}

/// Upgrades a stored object or identity to the current schema.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct UpgradeRequest {
    /// The type of resource.
    pub type_name: String,
    /// The version of the schema with which it was stored.
    pub version: i64,
    /// The stored object or identity.
    pub raw_state: RawState,
}

/// Identifies a state in a state store: the state that is read or deleted, or that the first chunk starts to write.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StateId {
    /// The type of state store.
    pub type_name: String,
    /// The id of the state.
    pub state_id: String,
}
