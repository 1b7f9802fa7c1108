//! State stores, which only protocol 6 has.

use crate::pb::v6 as pb;
use crate::wire::message::wire_message;
use crate::wire::{absent_is_default, wire_struct};
use crate::*;

wire_message! { ValidateStateStoreConfigRequest = pb::validate_state_store::Request { type_name, config, } }
wire_message! { ValidateStateStoreConfigResponse = pb::validate_state_store::Response { diagnostics, } }
wire_struct! { StateStoreCapabilities = pb::StateStoreClientCapabilities { chunk_size, } }
wire_struct! { StateStoreCapabilities = pb::StateStoreServerCapabilities { chunk_size, } }
absent_is_default! {
    StateStoreCapabilities = pb::StateStoreClientCapabilities;
    StateStoreCapabilities = pb::StateStoreServerCapabilities;
}
wire_message! { ConfigureStateStoreRequest = pb::configure_state_store::Request { type_name, config, capabilities, } }
wire_message! { ConfigureStateStoreResponse = pb::configure_state_store::Response { diagnostics, capabilities, } }
wire_message! { ReadStateBytesRequest = pb::read_state_bytes::Request { type_name, state_id, } }
wire_message! { ReadStateBytesChunk = pb::read_state_bytes::Response { bytes, total_length, range, diagnostics, } }
wire_struct! { StateRange = pb::StateRange { start, end, } }
wire_message! { WriteStateBytesChunk = pb::write_state_bytes::RequestChunk { meta, bytes, total_length, range, } }
wire_struct! { WriteStateBytesMeta = pb::RequestChunkMeta { type_name, state_id, } }
wire_message! { WriteStateBytesResponse = pb::write_state_bytes::Response { diagnostics, } }
wire_message! { LockStateRequest = pb::lock_state::Request { type_name, state_id, operation, } }
wire_message! { LockStateResponse = pb::lock_state::Response { lock_id, diagnostics, } }
wire_message! { UnlockStateRequest = pb::unlock_state::Request { type_name, state_id, lock_id, } }
wire_message! { UnlockStateResponse = pb::unlock_state::Response { diagnostics, } }
wire_message! { GetStatesRequest = pb::get_states::Request { type_name, } }
wire_message! { GetStatesResponse = pb::get_states::Response { state_ids = state_id, diagnostics, } }
wire_message! { DeleteStateRequest = pb::delete_state::Request { type_name, state_id, } }
wire_message! { DeleteStateResponse = pb::delete_state::Response { diagnostics, } }
