//! State stores: places for whole states. Protocol 6 only.

use crate::{Diagnostics, DynamicValue, Opaque};

/// Checks a state store's configuration.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ValidateStateStoreConfigRequest {
    /// The type of state store.
    pub type_name: String,
    /// The configuration.
    pub config: DynamicValue,
}

/// Answers [`ValidateStateStoreConfigRequest`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ValidateStateStoreConfigResponse {
    /// What is wrong with it.
    pub diagnostics: Diagnostics,
}

/// Says what one side can do with a store's bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StateStoreCapabilities {
    /// The size of the chunks in which states travel.
    pub chunk_size: u64,
}

/// Gives a state store its configuration.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ConfigureStateStoreRequest {
    /// The type of state store.
    pub type_name: String,
    /// The configuration.
    pub config: DynamicValue,
    /// What the host proposes.
    pub capabilities: StateStoreCapabilities,
}

/// Answers [`ConfigureStateStoreRequest`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ConfigureStateStoreResponse {
    /// What went wrong.
    pub diagnostics: Diagnostics,
    /// What both sides will do.
    pub capabilities: StateStoreCapabilities,
}

/// Asks for a state.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadStateBytesRequest {
    /// The type of state store.
    pub type_name: String,
    /// Which state.
    pub state_id: String,
}

/// Says which bytes of a state a chunk holds; both ends are included.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StateRange {
    /// The position of the first byte.
    pub start: u64,
    /// The position of the last byte.
    pub end: u64,
}

/// Carries a part of a state to the host.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadStateBytesChunk {
    /// The bytes.
    pub bytes: Opaque,
    /// The length of the whole state.
    pub total_length: u64,
    /// Which bytes these are.
    pub range: Option<StateRange>,
    /// What went wrong.
    pub diagnostics: Diagnostics,
}

/// Says which state is written; comes with the first chunk.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WriteStateBytesMeta {
    /// The type of state store.
    pub type_name: String,
    /// Which state.
    pub state_id: String,
}

/// Carries a part of a state to the store.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WriteStateBytesChunk {
    /// Which state it is; set in the first chunk.
    pub meta: Option<WriteStateBytesMeta>,
    /// The bytes.
    pub bytes: Opaque,
    /// The length of the whole state.
    pub total_length: u64,
    /// Which bytes these are.
    pub range: Option<StateRange>,
}

/// Answers a whole stream of [`WriteStateBytesChunk`]s.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WriteStateBytesResponse {
    /// What went wrong.
    pub diagnostics: Diagnostics,
}

/// Locks a state.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LockStateRequest {
    /// The type of state store.
    pub type_name: String,
    /// Which state.
    pub state_id: String,
    /// What for, to tell those who find it locked.
    pub operation: String,
}

/// Answers [`LockStateRequest`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LockStateResponse {
    /// What opens the lock.
    pub lock_id: String,
    /// What went wrong.
    pub diagnostics: Diagnostics,
}

/// Unlocks a state.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UnlockStateRequest {
    /// The type of state store.
    pub type_name: String,
    /// Which state.
    pub state_id: String,
    /// What locking it gave.
    pub lock_id: String,
}

/// Answers [`UnlockStateRequest`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UnlockStateResponse {
    /// What went wrong.
    pub diagnostics: Diagnostics,
}

/// Asks which states there are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GetStatesRequest {
    /// The type of state store.
    pub type_name: String,
}

/// Answers [`GetStatesRequest`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GetStatesResponse {
    /// The states, one for each workspace.
    pub state_ids: Vec<String>,
    /// What went wrong.
    pub diagnostics: Diagnostics,
}

/// Deletes a state.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeleteStateRequest {
    /// The type of state store.
    pub type_name: String,
    /// Which state.
    pub state_id: String,
}

/// Answers [`DeleteStateRequest`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeleteStateResponse {
    /// What went wrong.
    pub diagnostics: Diagnostics,
}
