//! State stores: storage of whole states. Protocol 6 only.

use super::StateId;
use crate::{Diagnostics, DynamicValue, Opaque};

/// Configures a state store.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ConfigureStateStoreRequest {
    /// The type of state store.
    pub type_name: String,
    /// The configuration.
    pub config: DynamicValue,
    /// The size of the chunks in which states are transferred, as the host proposes it.
    pub chunk_size: u64,
}

/// Answers [`ConfigureStateStoreRequest`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ConfigureStateStoreResponse {
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
    /// The size of the chunks that both sides use.
    pub chunk_size: u64,
}

/// The range of bytes in a chunk, both ends included.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct StateRange {
    /// The position of the first byte.
    pub start: u64,
    /// The position of the last byte.
    pub end: u64,
}

/// A chunk of a state, sent to the host.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReadStateBytesChunk {
    /// The bytes.
    pub bytes: Opaque,
    /// The length of the whole state.
    pub total_length: u64,
    /// The range of these bytes.
    pub range: Option<StateRange>,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
}

/// A chunk of a state, sent to the store.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct WriteStateBytesChunk {
    /// Identifies the state. Set in the first chunk.
    pub meta: Option<StateId>,
    /// The bytes.
    pub bytes: Opaque,
    /// The length of the whole state.
    pub total_length: u64,
    /// The range of these bytes.
    pub range: Option<StateRange>,
}

/// Locks a state.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LockStateRequest {
    /// The type of state store.
    pub type_name: String,
    /// The id of the state.
    pub state_id: String,
    /// The operation that needs the lock, for messages to others.
    pub operation: String,
}

/// Answers [`LockStateRequest`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LockStateResponse {
    /// The id of the lock.
    pub lock_id: String,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
}

/// Unlocks a state.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct UnlockStateRequest {
    /// The type of state store.
    pub type_name: String,
    /// The id of the state.
    pub state_id: String,
    /// The id of the lock.
    pub lock_id: String,
}

/// Lists the states.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GetStatesRequest {
    /// The type of state store.
    pub type_name: String,
}

/// Answers [`GetStatesRequest`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GetStatesResponse {
    /// The states, one for each workspace.
    pub state_ids: Vec<String>,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
}
