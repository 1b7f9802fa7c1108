//! State stores, which only protocol 6 has.

use crate::pb::v6 as pb;
use crate::wire::message::wire_message;
use crate::wire::{FromWire, Malformed, Wire, wire_struct};
use crate::*;

/// Implements the conversion of the chunk size, which the protocol wraps in a message of capabilities.
macro_rules! chunk_size {
    ($($wire:ident)*) => { $(
        impl FromWire<Option<pb::$wire>> for u64 {
            fn from_wire(wire: Option<pb::$wire>) -> Result<Self, Malformed> {
                let pb::$wire { chunk_size } = wire.unwrap_or_default();
                Self::from_wire(chunk_size).map_err(|error| error.in_field("chunk_size"))
            }
        }

        impl Wire<Option<pb::$wire>> for u64 {
            fn into_wire(self) -> Option<pb::$wire> {
                (self != 0).then(|| pb::$wire { chunk_size: self.into_wire() })
            }
        }
    )* };
}

chunk_size! { StateStoreClientCapabilities StateStoreServerCapabilities }
wire_message! { ConfigureStateStoreRequest = pb::configure_state_store::Request { type_name, config, chunk_size = capabilities, } }
wire_message! { ConfigureStateStoreResponse = pb::configure_state_store::Response { diagnostics, chunk_size = capabilities, } }
wire_message! { ReadStateBytesChunk = pb::read_state_bytes::Response { bytes, total_length, range, diagnostics, } }
wire_struct! { StateId = pb::RequestChunkMeta { type_name, state_id, } }
wire_struct! { StateRange = pb::StateRange { start, end, } }
wire_message! { WriteStateBytesChunk = pb::write_state_bytes::RequestChunk { meta, bytes, total_length, range, } }
wire_message! { LockStateRequest = pb::lock_state::Request { type_name, state_id, operation, } }
wire_message! { LockStateResponse = pb::lock_state::Response { lock_id, diagnostics, } }
wire_message! { UnlockStateRequest = pb::unlock_state::Request { type_name, state_id, lock_id, } }
wire_message! { GetStatesRequest = pb::get_states::Request { type_name, } }
wire_message! { GetStatesResponse = pb::get_states::Response { state_ids = state_id, diagnostics, } }
