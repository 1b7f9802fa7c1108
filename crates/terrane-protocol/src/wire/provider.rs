//! The service of providers, which both protocol versions have.

use super::service::service;
use crate::pb::v6 as pb;
use crate::schema::Schemas;
use crate::*;

service! {
    Provider as ["tfplugin5.Provider" "tfplugin6.Provider"] {
        differing get_metadata = "GetMetadata" (GetMetadataRequest => GetMetadataResponse);
        differing get_provider_schema = ["GetSchema" "GetProviderSchema"] (GetProviderSchemaRequest => Schemas);
        differing validate_provider_config = ["PrepareProviderConfig" "ValidateProviderConfig"] (ValidateProviderConfigRequest => ValidateProviderConfigResponse);
        unary configure_provider = ["Configure" "ConfigureProvider"] (ConfigureProviderRequest.narrow => ConfigureProviderResponse);
        unary stop_provider = ["Stop" "StopProvider"] (StopProviderRequest => StopProviderResponse);
        unary validate_resource_config = ["ValidateResourceTypeConfig" "ValidateResourceConfig"] (ValidateResourceConfigRequest.narrow => ValidateResourceConfigResponse);
        unary upgrade_resource_state = "UpgradeResourceState" (UpgradeResourceStateRequest => UpgradeResourceStateResponse);
        unary get_resource_identity_schemas = "GetResourceIdentitySchemas" (GetResourceIdentitySchemasRequest => GetResourceIdentitySchemasResponse);
        unary upgrade_resource_identity = "UpgradeResourceIdentity" (UpgradeResourceIdentityRequest => UpgradeResourceIdentityResponse);
        unary read_resource = "ReadResource" (ReadResourceRequest.narrow => ReadResourceResponse);
        unary plan_resource_change = "PlanResourceChange" (PlanResourceChangeRequest.narrow => PlanResourceChangeResponse);
        unary apply_resource_change = "ApplyResourceChange" (ApplyResourceChangeRequest => ApplyResourceChangeResponse);
        unary import_resource_state = "ImportResourceState" (ImportResourceStateRequest.narrow => ImportResourceStateResponse);
        unary move_resource_state = "MoveResourceState" (MoveResourceStateRequest => MoveResourceStateResponse);
        unary generate_resource_config = "GenerateResourceConfig" (GenerateResourceConfigRequest => GenerateResourceConfigResponse);
        unary validate_data_resource_config = ["ValidateDataSourceConfig" "ValidateDataResourceConfig"] (ValidateDataResourceConfigRequest => ValidateDataResourceConfigResponse);
        unary read_data_source = "ReadDataSource" (ReadDataSourceRequest.narrow => ReadDataSourceResponse);
        unary validate_ephemeral_resource_config = "ValidateEphemeralResourceConfig" (ValidateEphemeralResourceConfigRequest => ValidateEphemeralResourceConfigResponse);
        unary open_ephemeral_resource = "OpenEphemeralResource" (OpenEphemeralResourceRequest.narrow => OpenEphemeralResourceResponse);
        unary renew_ephemeral_resource = "RenewEphemeralResource" (RenewEphemeralResourceRequest => RenewEphemeralResourceResponse);
        unary close_ephemeral_resource = "CloseEphemeralResource" (CloseEphemeralResourceRequest => CloseEphemeralResourceResponse);
        unary validate_list_resource_config = "ValidateListResourceConfig" (ValidateListResourceConfigRequest => ValidateListResourceConfigResponse);
        server_streaming list_resource = "ListResource" (ListResourceRequest => ListResourceEvent as Event);
        unary get_functions = "GetFunctions" (GetFunctionsRequest => GetFunctionsResponse);
        unary call_function = "CallFunction" (CallFunctionRequest => CallFunctionResponse);
        unary validate_action_config = "ValidateActionConfig" (ValidateActionConfigRequest => ValidateActionConfigResponse);
        unary plan_action = "PlanAction" (PlanActionRequest.narrow => PlanActionResponse);
        server_streaming invoke_action = "InvokeAction" (InvokeActionRequest.narrow => InvokeActionEvent as Event);
        unary validate_state_store_config = [6 "ValidateStateStoreConfig"] (ValidateStateStoreConfigRequest => ValidateStateStoreConfigResponse);
        unary configure_state_store = [6 "ConfigureStateStore"] (ConfigureStateStoreRequest => ConfigureStateStoreResponse);
        server_streaming read_state_bytes = [6 "ReadStateBytes"] (ReadStateBytesRequest => ReadStateBytesChunk as Response);
        client_streaming write_state_bytes = [6 "WriteStateBytes"] (WriteStateBytesChunk as RequestChunk => WriteStateBytesResponse);
        unary lock_state = [6 "LockState"] (LockStateRequest => LockStateResponse);
        unary unlock_state = [6 "UnlockState"] (UnlockStateRequest => UnlockStateResponse);
        unary get_states = [6 "GetStates"] (GetStatesRequest => GetStatesResponse);
        unary delete_state = [6 "DeleteState"] (DeleteStateRequest => DeleteStateResponse);
    }
}
