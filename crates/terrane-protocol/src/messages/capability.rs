//! The capabilities of both sides, and deferral.

/// The optional features of the protocol that a provider supports.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ServerCapabilities {
    /// Hosts also plan the destruction of objects.
    pub plan_destroy: bool,
    /// Every RPC works without an earlier `GetProviderSchema`, so hosts may cache schemas across processes.
    pub get_provider_schema_optional: bool,
    /// `MoveResourceState` is implemented.
    pub move_resource_state: bool,
    /// `GenerateResourceConfig` is implemented.
    pub generate_resource_config: bool,
}

/// The optional features of the protocol that a host supports.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ClientCapabilities {
    /// Answers may be deferred.
    pub deferral_allowed: bool,
    /// Configurations may hold write-only attributes.
    pub write_only_attributes_allowed: bool,
    /// The host returns the private data of a plan with a later plan of the same object. Protocol 6 only.
    pub store_planned_private: bool,
    /// Schemas may hold computed blocks. Protocol 6 only.
    pub computed_blocks_allowed: bool,
}

/// The reason why an answer is deferred. The host asks again when more values are known.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum DeferredReason {
    /// No reason is given.
    #[default]
    Unknown,
    /// The object's configuration is partly unknown.
    ResourceConfigUnknown,
    /// The provider's configuration is partly unknown.
    ProviderConfigUnknown,
    /// A prerequisite does not exist yet.
    AbsentPrerequisite,
}
