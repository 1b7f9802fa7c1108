//! Messages that only protocol 6 has, or has differently.

use super::pb;
use crate::wire::{FromWire, Malformed, Wire, absent_is_default, wire_struct};
use crate::*;

wire_struct! {
    ClientCapabilities = pb::ClientCapabilities {
        deferral_allowed, write_only_attributes_allowed, store_planned_private, computed_blocks_allowed,
    }
}

wire_struct! {
    GetMetadataResponse = pb::get_metadata::Response {
        server_capabilities, diagnostics, data_sources, resources, functions, ephemeral_resources, list_resources,
        state_stores, actions,
    }
}
wire_struct! {
    read GetProviderSchemaResponse = pb::get_provider_schema::Response {
        provider, resource_schemas, data_source_schemas, functions, ephemeral_resource_schemas, list_resource_schemas,
        state_store_schemas, action_schemas, diagnostics, provider_meta, server_capabilities,
    }
}
wire_struct! {
    ValidateProviderConfigResponse = pb::validate_provider_config::Response { diagnostics, }
    neutral_only [prepared_config]
}
wire_struct! {
    PlanResourceChangeRequest = pb::plan_resource_change::Request {
        type_name, prior_state, proposed_new_state, config, prior_private, provider_meta, client_capabilities,
        prior_identity, planned_private,
    }
}

// State stores.

impl FromWire<pb::get_metadata::StateStoreMetadata> for String {
    fn from_wire(wire: pb::get_metadata::StateStoreMetadata) -> Result<Self, Malformed> {
        let pb::get_metadata::StateStoreMetadata { type_name } = wire;
        Ok(type_name)
    }
}

impl Wire<pb::get_metadata::StateStoreMetadata> for String {
    fn into_wire(self) -> pb::get_metadata::StateStoreMetadata {
        pb::get_metadata::StateStoreMetadata { type_name: self }
    }
}

wire_struct! { ValidateStateStoreConfigRequest = pb::validate_state_store::Request { type_name, config, } }
wire_struct! { ValidateStateStoreConfigResponse = pb::validate_state_store::Response { diagnostics, } }
wire_struct! { StateStoreCapabilities = pb::StateStoreClientCapabilities { chunk_size, } }
wire_struct! { StateStoreCapabilities = pb::StateStoreServerCapabilities { chunk_size, } }
absent_is_default! {
    StateStoreCapabilities = pb::StateStoreClientCapabilities;
    StateStoreCapabilities = pb::StateStoreServerCapabilities;
}
wire_struct! { ConfigureStateStoreRequest = pb::configure_state_store::Request { type_name, config, capabilities, } }
wire_struct! { ConfigureStateStoreResponse = pb::configure_state_store::Response { diagnostics, capabilities, } }
wire_struct! { ReadStateBytesRequest = pb::read_state_bytes::Request { type_name, state_id, } }
wire_struct! { ReadStateBytesChunk = pb::read_state_bytes::Response { bytes, total_length, range, diagnostics, } }
wire_struct! { StateRange = pb::StateRange { start, end, } }
wire_struct! { WriteStateBytesChunk = pb::write_state_bytes::RequestChunk { meta, bytes, total_length, range, } }
wire_struct! { WriteStateBytesMeta = pb::RequestChunkMeta { type_name, state_id, } }
wire_struct! { WriteStateBytesResponse = pb::write_state_bytes::Response { diagnostics, } }
wire_struct! { LockStateRequest = pb::lock_state::Request { type_name, state_id, operation, } }
wire_struct! { LockStateResponse = pb::lock_state::Response { lock_id, diagnostics, } }
wire_struct! { UnlockStateRequest = pb::unlock_state::Request { type_name, state_id, lock_id, } }
wire_struct! { UnlockStateResponse = pb::unlock_state::Response { diagnostics, } }
wire_struct! { GetStatesRequest = pb::get_states::Request { type_name, } }
wire_struct! { GetStatesResponse = pb::get_states::Response { state_ids = state_id, diagnostics, } }
wire_struct! { DeleteStateRequest = pb::delete_state::Request { type_name, state_id, } }
wire_struct! { DeleteStateResponse = pb::delete_state::Response { diagnostics, } }
