//! Managed resources.

use terrane_value::Path;

use super::{ClientCapabilities, Deferred};
use crate::{Diagnostics, DynamicValue, Opaque, RawState};

/// Checks a resource's configuration.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ValidateResourceConfigRequest {
    /// The type of resource.
    pub type_name: String,
    /// The configuration.
    pub config: DynamicValue,
    /// What the host understands.
    pub client_capabilities: ClientCapabilities,
}

/// Answers [`ValidateResourceConfigRequest`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ValidateResourceConfigResponse {
    /// What is wrong with it.
    pub diagnostics: Diagnostics,
}

/// Asks for a stored object in the form of the present schema.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UpgradeResourceStateRequest {
    /// The type of resource.
    pub type_name: String,
    /// The schema version that wrote it.
    pub version: i64,
    /// The object as it was stored.
    pub raw_state: RawState,
}

/// Answers [`UpgradeResourceStateRequest`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UpgradeResourceStateResponse {
    /// The object in its new form.
    pub upgraded_state: DynamicValue,
    /// What went wrong.
    pub diagnostics: Diagnostics,
}

/// Asks how a remote object is now.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadResourceRequest {
    /// The type of resource.
    pub type_name: String,
    /// The object as it was known.
    pub current_state: DynamicValue,
    /// The provider's private data.
    pub private: Opaque,
    /// The module's `provider_meta`.
    pub provider_meta: DynamicValue,
    /// What the host understands.
    pub client_capabilities: ClientCapabilities,
    /// The identity as it was known.
    pub current_identity: Option<DynamicValue>,
}

/// Answers [`ReadResourceRequest`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadResourceResponse {
    /// The object as it is; null when it is gone.
    pub new_state: DynamicValue,
    /// What went wrong.
    pub diagnostics: Diagnostics,
    /// The provider's private data.
    pub private: Opaque,
    /// Set when the answer is put off.
    pub deferred: Option<Deferred>,
    /// The identity.
    pub new_identity: Option<DynamicValue>,
}

/// Asks what an apply would do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlanResourceChangeRequest {
    /// The type of resource.
    pub type_name: String,
    /// The object as it is; null before it exists.
    pub prior_state: DynamicValue,
    /// The host's merge of prior state and configuration; null for a destruction.
    pub proposed_new_state: DynamicValue,
    /// The configuration.
    pub config: DynamicValue,
    /// The private data stored with the prior state.
    pub prior_private: Opaque,
    /// The module's `provider_meta`.
    pub provider_meta: DynamicValue,
    /// What the host understands.
    pub client_capabilities: ClientCapabilities,
    /// The identity stored with the prior state.
    pub prior_identity: Option<DynamicValue>,
    /// The private data of an earlier plan of the same object. Protocol 6 only.
    pub planned_private: Opaque,
}

/// Answers [`PlanResourceChangeRequest`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlanResourceChangeResponse {
    /// The object as it would be, unknown where only the apply can tell.
    pub planned_state: DynamicValue,
    /// The attributes whose change needs a new object.
    pub requires_replace: Vec<Path>,
    /// The private data for the apply.
    pub planned_private: Opaque,
    /// What went wrong.
    pub diagnostics: Diagnostics,
    /// Asks the host to tolerate inconsistencies; for providers that predate the type system.
    pub legacy_type_system: bool,
    /// Set when the answer is put off.
    pub deferred: Option<Deferred>,
    /// The identity as it would be.
    pub planned_identity: Option<DynamicValue>,
}

/// Asks for a plan to be carried out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ApplyResourceChangeRequest {
    /// The type of resource.
    pub type_name: String,
    /// The object as it is; null before it exists.
    pub prior_state: DynamicValue,
    /// The object as planned; null for a destruction.
    pub planned_state: DynamicValue,
    /// The configuration.
    pub config: DynamicValue,
    /// The private data of the plan.
    pub planned_private: Opaque,
    /// The module's `provider_meta`.
    pub provider_meta: DynamicValue,
    /// The identity as planned.
    pub planned_identity: Option<DynamicValue>,
}

/// Answers [`ApplyResourceChangeRequest`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ApplyResourceChangeResponse {
    /// The object as it is now, also after an error; null when it is gone.
    pub new_state: DynamicValue,
    /// The private data to store with it.
    pub private: Opaque,
    /// What went wrong.
    pub diagnostics: Diagnostics,
    /// Asks the host to tolerate inconsistencies; for providers that predate the type system.
    pub legacy_type_system: bool,
    /// The identity.
    pub new_identity: Option<DynamicValue>,
}

/// Asks for an object that exists but is in no state.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImportResourceStateRequest {
    /// The type of resource.
    pub type_name: String,
    /// The id that the user gave; empty for an import by identity.
    pub id: String,
    /// What the host understands.
    pub client_capabilities: ClientCapabilities,
    /// The identity that the user gave.
    pub identity: Option<DynamicValue>,
}

/// Carries an imported object.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImportedResource {
    /// The type of resource.
    pub type_name: String,
    /// What is known of it before it is read.
    pub state: DynamicValue,
    /// The private data to store with it.
    pub private: Opaque,
    /// The identity.
    pub identity: Option<DynamicValue>,
}

/// Answers [`ImportResourceStateRequest`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImportResourceStateResponse {
    /// The imported objects; hosts accept exactly one.
    pub imported_resources: Vec<ImportedResource>,
    /// What went wrong.
    pub diagnostics: Diagnostics,
    /// Set when the answer is put off.
    pub deferred: Option<Deferred>,
}

/// Asks for another type's object as one of this provider's.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MoveResourceStateRequest {
    /// The address of the provider that the object comes from.
    pub source_provider_address: String,
    /// The type that it comes from.
    pub source_type_name: String,
    /// The schema version that wrote it.
    pub source_schema_version: i64,
    /// The object as it was stored.
    pub source_state: RawState,
    /// The type that it becomes.
    pub target_type_name: String,
    /// The other provider's private data.
    pub source_private: Opaque,
    /// The identity as it was stored.
    pub source_identity: RawState,
    /// The identity schema version that wrote it.
    pub source_identity_schema_version: i64,
}

/// Answers [`MoveResourceStateRequest`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MoveResourceStateResponse {
    /// The object in its new form.
    pub target_state: DynamicValue,
    /// What went wrong.
    pub diagnostics: Diagnostics,
    /// The private data to store with it.
    pub target_private: Opaque,
    /// The identity.
    pub target_identity: Option<DynamicValue>,
}

/// Asks for a configuration that gives an existing object.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GenerateResourceConfigRequest {
    /// The type of resource.
    pub type_name: String,
    /// The object.
    pub state: DynamicValue,
}

/// Answers [`GenerateResourceConfigRequest`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GenerateResourceConfigResponse {
    /// The configuration.
    pub config: DynamicValue,
    /// What went wrong.
    pub diagnostics: Diagnostics,
}
