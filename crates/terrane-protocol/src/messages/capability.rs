//! What the two sides can do, and why something was put off.

/// Says which optional parts of the protocol a provider has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ServerCapabilities {
    /// The host should plan the destruction of objects too.
    pub plan_destroy: bool,
    /// Every RPC works without a `GetProviderSchema` before it, so hosts may reuse a schema of another process.
    pub get_provider_schema_optional: bool,
    /// `MoveResourceState` is there.
    pub move_resource_state: bool,
    /// `GenerateResourceConfig` is there.
    pub generate_resource_config: bool,
}

/// Says which optional parts of the protocol a host understands.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ClientCapabilities {
    /// Answers may be deferred.
    pub deferral_allowed: bool,
    /// Configurations may hold write-only attributes.
    pub write_only_attributes_allowed: bool,
    /// Private data of a plan comes back with a later plan of the same object. Protocol 6 only.
    pub store_planned_private: bool,
    /// Schemas may hold computed blocks. Protocol 6 only.
    pub computed_blocks_allowed: bool,
}

/// Puts an answer off: the host should ask again when more is known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Deferred {
    /// Why.
    pub reason: DeferredReason,
}

/// Says why an answer is put off.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum DeferredReason {
    /// No reason is given.
    #[default]
    Unknown,
    /// The object's configuration is partly unknown.
    ResourceConfigUnknown,
    /// The provider's configuration is partly unknown.
    ProviderConfigUnknown,
    /// Something that must exist first does not.
    AbsentPrerequisite,
}
