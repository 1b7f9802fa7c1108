//! Managed resources.

use terrane_value::Path;

use super::{ClientCapabilities, DeferredReason};
use crate::{Diagnostics, DynamicValue, Opaque, RawState};

/// Answers [`Request::UpgradeResourceState`](crate::Request::UpgradeResourceState).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct UpgradeResourceStateResponse {
    /// The object in the new schema.
    pub upgraded_state: DynamicValue,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
}

/// Reads the current state of a remote object.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReadResourceRequest {
    /// The type of resource.
    pub type_name: String,
    /// The object in the state.
    pub current_state: DynamicValue,
    /// The provider's private data.
    pub private: Opaque,
    /// The module's `provider_meta`.
    pub provider_meta: DynamicValue,
    /// The optional features that the host supports.
    pub client_capabilities: ClientCapabilities,
    /// The identity in the state.
    pub current_identity: Option<DynamicValue>,
}

/// Answers [`ReadResourceRequest`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReadResourceResponse {
    /// The current object. Null if it does not exist any more.
    pub new_state: DynamicValue,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
    /// The provider's private data.
    pub private: Opaque,
    /// Set if the provider defers the answer.
    pub deferred: Option<DeferredReason>,
    /// The identity.
    pub new_identity: Option<DynamicValue>,
}

/// Plans a change.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PlanResourceChangeRequest {
    /// The type of resource.
    pub type_name: String,
    /// The object in the state. Null before it is created.
    pub prior_state: DynamicValue,
    /// The host's merge of prior state and configuration. Null for a destruction.
    pub proposed_new_state: DynamicValue,
    /// The configuration.
    pub config: DynamicValue,
    /// The private data stored with the prior state.
    pub prior_private: Opaque,
    /// The module's `provider_meta`.
    pub provider_meta: DynamicValue,
    /// The optional features that the host supports.
    pub client_capabilities: ClientCapabilities,
    /// The identity stored with the prior state.
    pub prior_identity: Option<DynamicValue>,
    /// The private data of an earlier plan of the same object. Protocol 6 only.
    pub planned_private: Opaque,
}

/// Answers [`PlanResourceChangeRequest`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PlanResourceChangeResponse {
    /// The planned object. Values that only the apply can decide are unknown.
    pub planned_state: DynamicValue,
    /// The paths of the attributes whose change replaces the object.
    pub requires_replace: Vec<Path>,
    /// The private data for the apply.
    pub planned_private: Opaque,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
    /// Asks the host to tolerate inconsistencies; for providers that predate the type system.
    pub legacy_type_system: bool,
    /// Set if the provider defers the answer.
    pub deferred: Option<DeferredReason>,
    /// The planned identity.
    pub planned_identity: Option<DynamicValue>,
}

/// Applies a plan.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ApplyResourceChangeRequest {
    /// The type of resource.
    pub type_name: String,
    /// The object in the state. Null before it is created.
    pub prior_state: DynamicValue,
    /// The planned object. Null for a destruction.
    pub planned_state: DynamicValue,
    /// The configuration.
    pub config: DynamicValue,
    /// The private data of the plan.
    pub planned_private: Opaque,
    /// The module's `provider_meta`.
    pub provider_meta: DynamicValue,
    /// The planned identity.
    pub planned_identity: Option<DynamicValue>,
}

/// Answers [`ApplyResourceChangeRequest`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ApplyResourceChangeResponse {
    /// The object after the change, also after an error. Null if it does not exist any more.
    pub new_state: DynamicValue,
    /// The private data to store with it.
    pub private: Opaque,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
    /// Asks the host to tolerate inconsistencies; for providers that predate the type system.
    pub legacy_type_system: bool,
    /// The identity.
    pub new_identity: Option<DynamicValue>,
}

/// Imports an existing object into the state.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ImportResourceStateRequest {
    /// The type of resource.
    pub type_name: String,
    /// The id from the user. Empty for an import by identity.
    pub id: String,
    /// The optional features that the host supports.
    pub client_capabilities: ClientCapabilities,
    /// The identity from the user.
    pub identity: Option<DynamicValue>,
}

/// An imported object.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ImportedResource {
    /// The type of resource.
    pub type_name: String,
    /// The values that are known at import. Hosts read the object afterwards.
    pub state: DynamicValue,
    /// The private data to store with it.
    pub private: Opaque,
    /// The identity.
    pub identity: Option<DynamicValue>,
}

/// Answers [`ImportResourceStateRequest`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ImportResourceStateResponse {
    /// The imported objects. Hosts accept exactly one.
    pub imported_resources: Vec<ImportedResource>,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
    /// Set if the provider defers the answer.
    pub deferred: Option<DeferredReason>,
}

/// Moves an object of another type to a type of this provider.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MoveResourceStateRequest {
    /// The address of the source provider.
    pub source_provider_address: String,
    /// The source type.
    pub source_type_name: String,
    /// The version of the schema with which it was stored.
    pub source_schema_version: i64,
    /// The stored object.
    pub source_state: RawState,
    /// The target type.
    pub target_type_name: String,
    /// The private data of the source provider.
    pub source_private: Opaque,
    /// The stored identity.
    pub source_identity: RawState,
    /// The version of the identity schema that wrote it.
    pub source_identity_schema_version: i64,
}

/// Answers [`MoveResourceStateRequest`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MoveResourceStateResponse {
    /// The object in the new schema.
    pub target_state: DynamicValue,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
    /// The private data to store with it.
    pub target_private: Opaque,
    /// The identity.
    pub target_identity: Option<DynamicValue>,
}

/// Generates the configuration of an existing object.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GenerateResourceConfigRequest {
    /// The type of resource.
    pub type_name: String,
    /// The object.
    pub state: DynamicValue,
}

/// Answers [`GenerateResourceConfigRequest`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GenerateResourceConfigResponse {
    /// The configuration.
    pub config: DynamicValue,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
}
