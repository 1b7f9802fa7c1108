//! The table of the RPCs of a provider, from which the codecs, [`Request`](crate::Request) and every decorator are made.

/// Passes the table to a macro: `rpcs!(macro arguments..)`.
///
/// A line is `kind method = "WireName" (Request => Response) Name;`, see [`service`](crate::wire::service::service). `Name` is the RPC's name in
/// protocol 6, and its variant in [`Rpc`](crate::Rpc), [`Request`](crate::Request) and [`Response`](crate::Response).
macro_rules! rpcs {
    ($apply:ident $($arguments:tt)*) => {
        $apply! {
            $($arguments)*
            Provider as ["tfplugin5.Provider" "tfplugin6.Provider"] {
                differing get_metadata = "GetMetadata" (GetMetadataRequest => GetMetadataResponse) GetMetadata;
                differing get_provider_schema = ["GetSchema" "GetProviderSchema"] (GetProviderSchemaRequest => Schemas) GetProviderSchema;
                differing validate_provider_config = ["PrepareProviderConfig" "ValidateProviderConfig"] (ValidateProviderConfigRequest => ValidateProviderConfigResponse) ValidateProviderConfig;
                unary configure_provider = ["Configure" "ConfigureProvider"] (ConfigureProviderRequest.narrow => ConfigureProviderResponse) ConfigureProvider;
                unary stop_provider = ["Stop" "StopProvider"] (StopProviderRequest => StopProviderResponse) StopProvider;
                unary validate_resource_config = ["ValidateResourceTypeConfig" "ValidateResourceConfig"] (ValidateResourceConfigRequest.narrow => ValidateResourceConfigResponse) ValidateResourceConfig;
                unary upgrade_resource_state = "UpgradeResourceState" (UpgradeResourceStateRequest => UpgradeResourceStateResponse) UpgradeResourceState;
                unary get_resource_identity_schemas = "GetResourceIdentitySchemas" (GetResourceIdentitySchemasRequest => GetResourceIdentitySchemasResponse) GetResourceIdentitySchemas;
                unary upgrade_resource_identity = "UpgradeResourceIdentity" (UpgradeResourceIdentityRequest => UpgradeResourceIdentityResponse) UpgradeResourceIdentity;
                unary read_resource = "ReadResource" (ReadResourceRequest.narrow => ReadResourceResponse) ReadResource;
                unary plan_resource_change = "PlanResourceChange" (PlanResourceChangeRequest.narrow => PlanResourceChangeResponse) PlanResourceChange;
                unary apply_resource_change = "ApplyResourceChange" (ApplyResourceChangeRequest => ApplyResourceChangeResponse) ApplyResourceChange;
                unary import_resource_state = "ImportResourceState" (ImportResourceStateRequest.narrow => ImportResourceStateResponse) ImportResourceState;
                unary move_resource_state = "MoveResourceState" (MoveResourceStateRequest => MoveResourceStateResponse) MoveResourceState;
                unary generate_resource_config = "GenerateResourceConfig" (GenerateResourceConfigRequest => GenerateResourceConfigResponse) GenerateResourceConfig;
                unary validate_data_resource_config = ["ValidateDataSourceConfig" "ValidateDataResourceConfig"] (ValidateDataResourceConfigRequest => ValidateDataResourceConfigResponse) ValidateDataResourceConfig;
                unary read_data_source = "ReadDataSource" (ReadDataSourceRequest.narrow => ReadDataSourceResponse) ReadDataSource;
                unary validate_ephemeral_resource_config = "ValidateEphemeralResourceConfig" (ValidateEphemeralResourceConfigRequest => ValidateEphemeralResourceConfigResponse) ValidateEphemeralResourceConfig;
                unary open_ephemeral_resource = "OpenEphemeralResource" (OpenEphemeralResourceRequest.narrow => OpenEphemeralResourceResponse) OpenEphemeralResource;
                unary renew_ephemeral_resource = "RenewEphemeralResource" (RenewEphemeralResourceRequest => RenewEphemeralResourceResponse) RenewEphemeralResource;
                unary close_ephemeral_resource = "CloseEphemeralResource" (CloseEphemeralResourceRequest => CloseEphemeralResourceResponse) CloseEphemeralResource;
                unary validate_list_resource_config = "ValidateListResourceConfig" (ValidateListResourceConfigRequest => ValidateListResourceConfigResponse) ValidateListResourceConfig;
                server_streaming list_resource = "ListResource" (ListResourceRequest => ListResourceEvent as Event) ListResource;
                unary get_functions = "GetFunctions" (GetFunctionsRequest => GetFunctionsResponse) GetFunctions;
                unary call_function = "CallFunction" (CallFunctionRequest => CallFunctionResponse) CallFunction;
                unary validate_action_config = "ValidateActionConfig" (ValidateActionConfigRequest => ValidateActionConfigResponse) ValidateActionConfig;
                unary plan_action = "PlanAction" (PlanActionRequest.narrow => PlanActionResponse) PlanAction;
                server_streaming invoke_action = "InvokeAction" (InvokeActionRequest.narrow => InvokeActionEvent as Event) InvokeAction;
                unary validate_state_store_config = [6 "ValidateStateStoreConfig"] (ValidateStateStoreConfigRequest => ValidateStateStoreConfigResponse) ValidateStateStoreConfig;
                unary configure_state_store = [6 "ConfigureStateStore"] (ConfigureStateStoreRequest => ConfigureStateStoreResponse) ConfigureStateStore;
                server_streaming read_state_bytes = [6 "ReadStateBytes"] (ReadStateBytesRequest => ReadStateBytesChunk as Response) ReadStateBytes;
                client_streaming write_state_bytes = [6 "WriteStateBytes"] (WriteStateBytesChunk as RequestChunk => WriteStateBytesResponse) WriteStateBytes;
                unary lock_state = [6 "LockState"] (LockStateRequest => LockStateResponse) LockState;
                unary unlock_state = [6 "UnlockState"] (UnlockStateRequest => UnlockStateResponse) UnlockState;
                unary get_states = [6 "GetStates"] (GetStatesRequest => GetStatesResponse) GetStates;
                unary delete_state = [6 "DeleteState"] (DeleteStateRequest => DeleteStateResponse) DeleteState;
            }
        }
    };
}

pub(crate) use rpcs;
