//! Protocol 6, as Terraform's 6.11 has it.

#[allow(
    clippy::all,
    dead_code,
    unnameable_types,
    unreachable_pub,
    reason = "written by `cargo xtask codegen`"
)]
#[rustfmt::skip]
mod generated;
#[expect(
    clippy::duplicate_mod,
    reason = "compiled once for each major, over its own protobuf types"
)]
#[path = "../major/mod.rs"]
mod major;
mod messages;
mod schema;

use bytes::Bytes;

use crate::Version;
use crate::schema::Schemas;
use crate::wire::service::service;

/// The protobuf messages, each RPC's under the neutral name of its method.
pub(crate) mod pb {
    pub(crate) use super::generated::validate_state_store as validate_state_store_config;
    pub(crate) use super::generated::*;
}

/// The encoded descriptors of this major, for reflection.
pub(crate) const DESCRIPTORS: &[u8] = include_bytes!("descriptors.bin");

service! {
    Provider as "tfplugin6.Provider" {
        unary get_metadata = "GetMetadata" (GetMetadataRequest => GetMetadataResponse);
        schemas get_provider_schema = "GetProviderSchema" (GetProviderSchemaRequest => GetProviderSchemaResponse);
        unary validate_provider_config = "ValidateProviderConfig" (ValidateProviderConfigRequest => ValidateProviderConfigResponse);
        unary configure_provider = "ConfigureProvider" (ConfigureProviderRequest => ConfigureProviderResponse);
        unary stop_provider = "StopProvider" (StopProviderRequest => StopProviderResponse);
        unary validate_resource_config = "ValidateResourceConfig" (ValidateResourceConfigRequest => ValidateResourceConfigResponse);
        unary upgrade_resource_state = "UpgradeResourceState" (UpgradeResourceStateRequest => UpgradeResourceStateResponse);
        unary get_resource_identity_schemas = "GetResourceIdentitySchemas" (GetResourceIdentitySchemasRequest => GetResourceIdentitySchemasResponse);
        unary upgrade_resource_identity = "UpgradeResourceIdentity" (UpgradeResourceIdentityRequest => UpgradeResourceIdentityResponse);
        unary read_resource = "ReadResource" (ReadResourceRequest => ReadResourceResponse);
        unary plan_resource_change = "PlanResourceChange" (PlanResourceChangeRequest => PlanResourceChangeResponse);
        unary apply_resource_change = "ApplyResourceChange" (ApplyResourceChangeRequest => ApplyResourceChangeResponse);
        unary import_resource_state = "ImportResourceState" (ImportResourceStateRequest => ImportResourceStateResponse);
        unary move_resource_state = "MoveResourceState" (MoveResourceStateRequest => MoveResourceStateResponse);
        unary generate_resource_config = "GenerateResourceConfig" (GenerateResourceConfigRequest => GenerateResourceConfigResponse);
        unary validate_data_resource_config = "ValidateDataResourceConfig" (ValidateDataResourceConfigRequest => ValidateDataResourceConfigResponse);
        unary read_data_source = "ReadDataSource" (ReadDataSourceRequest => ReadDataSourceResponse);
        unary validate_ephemeral_resource_config = "ValidateEphemeralResourceConfig" (ValidateEphemeralResourceConfigRequest => ValidateEphemeralResourceConfigResponse);
        unary open_ephemeral_resource = "OpenEphemeralResource" (OpenEphemeralResourceRequest => OpenEphemeralResourceResponse);
        unary renew_ephemeral_resource = "RenewEphemeralResource" (RenewEphemeralResourceRequest => RenewEphemeralResourceResponse);
        unary close_ephemeral_resource = "CloseEphemeralResource" (CloseEphemeralResourceRequest => CloseEphemeralResourceResponse);
        unary validate_list_resource_config = "ValidateListResourceConfig" (ValidateListResourceConfigRequest => ValidateListResourceConfigResponse);
        server_streaming list_resource = "ListResource" (ListResourceRequest => ListResourceEvent as Event);
        unary get_functions = "GetFunctions" (GetFunctionsRequest => GetFunctionsResponse);
        unary call_function = "CallFunction" (CallFunctionRequest => CallFunctionResponse);
        unary validate_action_config = "ValidateActionConfig" (ValidateActionConfigRequest => ValidateActionConfigResponse);
        unary plan_action = "PlanAction" (PlanActionRequest => PlanActionResponse);
        server_streaming invoke_action = "InvokeAction" (InvokeActionRequest => InvokeActionEvent as Event);
        unary validate_state_store_config = "ValidateStateStoreConfig" (ValidateStateStoreConfigRequest => ValidateStateStoreConfigResponse);
        unary configure_state_store = "ConfigureStateStore" (ConfigureStateStoreRequest => ConfigureStateStoreResponse);
        server_streaming read_state_bytes = "ReadStateBytes" (ReadStateBytesRequest => ReadStateBytesChunk as Response);
        client_streaming write_state_bytes = "WriteStateBytes" (WriteStateBytesChunk as RequestChunk => WriteStateBytesResponse);
        unary lock_state = "LockState" (LockStateRequest => LockStateResponse);
        unary unlock_state = "UnlockState" (UnlockStateRequest => UnlockStateResponse);
        unary get_states = "GetStates" (GetStatesRequest => GetStatesResponse);
        unary delete_state = "DeleteState" (DeleteStateRequest => DeleteStateResponse);
    }
}

/// Encodes the schemas once.
fn encode_schemas(schemas: &Schemas) -> Bytes {
    schemas.encoded(Version::V6, |bytes| {
        schemas.each(&mut |part| major::encode_part(part, bytes));
    })
}
