//! The interface of a provider.

use std::pin::Pin;

use futures_core::Stream;

use crate::RpcError;
use crate::messages::*;
use crate::schema::Schemas;

/// A future that a trait object can return.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A stream of messages that a trait object can return.
pub type BoxStream<T> = Pin<Box<dyn Stream<Item = Result<T, RpcError>> + Send + 'static>>;

/// Answers the RPCs of protocols 5 and 6, with one method each and the names of protocol 6.
///
/// An answer is `Ok` even if its diagnostics are errors, which are for the user. `Err` means that there is no answer
/// (rule G1). The default of every method answers `Unimplemented`, which hosts understand, so an implementation
/// overrides only the methods that it needs.
///
/// A future may be dropped before it completes, because the caller has gone. Spawn a task for work that must complete.
///
/// ```
/// use terrane_protocol::{BoxFuture, GetStatesRequest, GetStatesResponse, Provider, RpcError};
///
/// struct Shelf;
///
/// impl Provider for Shelf {
///     fn get_states(&self, request: GetStatesRequest) -> BoxFuture<'_, Result<GetStatesResponse, RpcError>> {
///         Box::pin(async move {
///             let state_ids = vec![format!("{}-default", request.type_name)];
///             Ok(GetStatesResponse { state_ids, ..GetStatesResponse::default() })
///         })
///     }
/// }
/// ```
pub trait Provider: Send + Sync + 'static {
    // The provider.

    /// Returns names and capabilities, without schemas.
    fn get_metadata(
        &self,
        request: GetMetadataRequest,
    ) -> BoxFuture<'_, Result<GetMetadataResponse, RpcError>> {
        let _ = request;
        unimplemented("GetMetadata")
    }

    /// Returns all schemas.
    ///
    /// [`Schemas`] that are cloned for each answer are encoded once.
    fn get_provider_schema(
        &self,
        request: GetProviderSchemaRequest,
    ) -> BoxFuture<'_, Result<Schemas, RpcError>> {
        let _ = request;
        unimplemented("GetProviderSchema")
    }

    /// Checks the provider's configuration.
    fn validate_provider_config(
        &self,
        request: ValidateProviderConfigRequest,
    ) -> BoxFuture<'_, Result<ValidateProviderConfigResponse, RpcError>> {
        let _ = request;
        unimplemented("ValidateProviderConfig")
    }

    /// Configures the provider.
    fn configure_provider(
        &self,
        request: ConfigureProviderRequest,
    ) -> BoxFuture<'_, Result<ConfigureProviderResponse, RpcError>> {
        let _ = request;
        unimplemented("ConfigureProvider")
    }

    /// Asks all work to stop soon, and answers without waiting for it.
    fn stop_provider(
        &self,
        request: StopProviderRequest,
    ) -> BoxFuture<'_, Result<StopProviderResponse, RpcError>> {
        let _ = request;
        unimplemented("StopProvider")
    }

    // Managed resources.

    /// Checks a resource's configuration.
    fn validate_resource_config(
        &self,
        request: ValidateResourceConfigRequest,
    ) -> BoxFuture<'_, Result<ValidateResourceConfigResponse, RpcError>> {
        let _ = request;
        unimplemented("ValidateResourceConfig")
    }

    /// Upgrades a stored object to the current schema.
    fn upgrade_resource_state(
        &self,
        request: UpgradeResourceStateRequest,
    ) -> BoxFuture<'_, Result<UpgradeResourceStateResponse, RpcError>> {
        let _ = request;
        unimplemented("UpgradeResourceState")
    }

    /// Returns the identity schemas of resources.
    fn get_resource_identity_schemas(
        &self,
        request: GetResourceIdentitySchemasRequest,
    ) -> BoxFuture<'_, Result<GetResourceIdentitySchemasResponse, RpcError>> {
        let _ = request;
        unimplemented("GetResourceIdentitySchemas")
    }

    /// Upgrades a stored identity to the current schema.
    fn upgrade_resource_identity(
        &self,
        request: UpgradeResourceIdentityRequest,
    ) -> BoxFuture<'_, Result<UpgradeResourceIdentityResponse, RpcError>> {
        let _ = request;
        unimplemented("UpgradeResourceIdentity")
    }

    /// Reads the current state of a remote object.
    fn read_resource(
        &self,
        request: ReadResourceRequest,
    ) -> BoxFuture<'_, Result<ReadResourceResponse, RpcError>> {
        let _ = request;
        unimplemented("ReadResource")
    }

    /// Plans a change.
    fn plan_resource_change(
        &self,
        request: PlanResourceChangeRequest,
    ) -> BoxFuture<'_, Result<PlanResourceChangeResponse, RpcError>> {
        let _ = request;
        unimplemented("PlanResourceChange")
    }

    /// Applies a plan.
    fn apply_resource_change(
        &self,
        request: ApplyResourceChangeRequest,
    ) -> BoxFuture<'_, Result<ApplyResourceChangeResponse, RpcError>> {
        let _ = request;
        unimplemented("ApplyResourceChange")
    }

    /// Imports an existing object.
    fn import_resource_state(
        &self,
        request: ImportResourceStateRequest,
    ) -> BoxFuture<'_, Result<ImportResourceStateResponse, RpcError>> {
        let _ = request;
        unimplemented("ImportResourceState")
    }

    /// Moves an object of another type to a type of this provider.
    fn move_resource_state(
        &self,
        request: MoveResourceStateRequest,
    ) -> BoxFuture<'_, Result<MoveResourceStateResponse, RpcError>> {
        let _ = request;
        unimplemented("MoveResourceState")
    }

    /// Generates the configuration of an existing object.
    fn generate_resource_config(
        &self,
        request: GenerateResourceConfigRequest,
    ) -> BoxFuture<'_, Result<GenerateResourceConfigResponse, RpcError>> {
        let _ = request;
        unimplemented("GenerateResourceConfig")
    }

    // Data sources.

    /// Checks a data source's configuration.
    fn validate_data_resource_config(
        &self,
        request: ValidateDataResourceConfigRequest,
    ) -> BoxFuture<'_, Result<ValidateDataResourceConfigResponse, RpcError>> {
        let _ = request;
        unimplemented("ValidateDataResourceConfig")
    }

    /// Reads the data.
    fn read_data_source(
        &self,
        request: ReadDataSourceRequest,
    ) -> BoxFuture<'_, Result<ReadDataSourceResponse, RpcError>> {
        let _ = request;
        unimplemented("ReadDataSource")
    }

    // Ephemeral resources.

    /// Checks an ephemeral resource's configuration.
    fn validate_ephemeral_resource_config(
        &self,
        request: ValidateEphemeralResourceConfigRequest,
    ) -> BoxFuture<'_, Result<ValidateEphemeralResourceConfigResponse, RpcError>> {
        let _ = request;
        unimplemented("ValidateEphemeralResourceConfig")
    }

    /// Opens an ephemeral resource.
    fn open_ephemeral_resource(
        &self,
        request: OpenEphemeralResourceRequest,
    ) -> BoxFuture<'_, Result<OpenEphemeralResourceResponse, RpcError>> {
        let _ = request;
        unimplemented("OpenEphemeralResource")
    }

    /// Renews an ephemeral resource.
    fn renew_ephemeral_resource(
        &self,
        request: RenewEphemeralResourceRequest,
    ) -> BoxFuture<'_, Result<RenewEphemeralResourceResponse, RpcError>> {
        let _ = request;
        unimplemented("RenewEphemeralResource")
    }

    /// Closes an ephemeral resource.
    fn close_ephemeral_resource(
        &self,
        request: CloseEphemeralResourceRequest,
    ) -> BoxFuture<'_, Result<CloseEphemeralResourceResponse, RpcError>> {
        let _ = request;
        unimplemented("CloseEphemeralResource")
    }

    // List resources.

    /// Checks a list resource's configuration.
    fn validate_list_resource_config(
        &self,
        request: ValidateListResourceConfigRequest,
    ) -> BoxFuture<'_, Result<ValidateListResourceConfigResponse, RpcError>> {
        let _ = request;
        unimplemented("ValidateListResourceConfig")
    }

    /// Lists existing objects.
    fn list_resource(
        &self,
        request: ListResourceRequest,
    ) -> BoxFuture<'_, Result<BoxStream<ListResourceEvent>, RpcError>> {
        let _ = request;
        unimplemented("ListResource")
    }

    // Functions.

    /// Returns the signatures of the functions.
    fn get_functions(
        &self,
        request: GetFunctionsRequest,
    ) -> BoxFuture<'_, Result<GetFunctionsResponse, RpcError>> {
        let _ = request;
        unimplemented("GetFunctions")
    }

    /// Calls a function.
    fn call_function(
        &self,
        request: CallFunctionRequest,
    ) -> BoxFuture<'_, Result<CallFunctionResponse, RpcError>> {
        let _ = request;
        unimplemented("CallFunction")
    }

    // Actions.

    /// Checks an action's configuration.
    fn validate_action_config(
        &self,
        request: ValidateActionConfigRequest,
    ) -> BoxFuture<'_, Result<ValidateActionConfigResponse, RpcError>> {
        let _ = request;
        unimplemented("ValidateActionConfig")
    }

    /// Plans an action.
    fn plan_action(
        &self,
        request: PlanActionRequest,
    ) -> BoxFuture<'_, Result<PlanActionResponse, RpcError>> {
        let _ = request;
        unimplemented("PlanAction")
    }

    /// Runs an action.
    fn invoke_action(
        &self,
        request: InvokeActionRequest,
    ) -> BoxFuture<'_, Result<BoxStream<InvokeActionEvent>, RpcError>> {
        let _ = request;
        unimplemented("InvokeAction")
    }

    // State stores, protocol 6 only.

    /// Checks a state store's configuration.
    fn validate_state_store_config(
        &self,
        request: ValidateStateStoreConfigRequest,
    ) -> BoxFuture<'_, Result<ValidateStateStoreConfigResponse, RpcError>> {
        let _ = request;
        unimplemented("ValidateStateStoreConfig")
    }

    /// Configures a state store.
    fn configure_state_store(
        &self,
        request: ConfigureStateStoreRequest,
    ) -> BoxFuture<'_, Result<ConfigureStateStoreResponse, RpcError>> {
        let _ = request;
        unimplemented("ConfigureStateStore")
    }

    /// Reads a state.
    fn read_state_bytes(
        &self,
        request: ReadStateBytesRequest,
    ) -> BoxFuture<'_, Result<BoxStream<ReadStateBytesChunk>, RpcError>> {
        let _ = request;
        unimplemented("ReadStateBytes")
    }

    /// Writes a state.
    fn write_state_bytes(
        &self,
        chunks: BoxStream<WriteStateBytesChunk>,
    ) -> BoxFuture<'_, Result<WriteStateBytesResponse, RpcError>> {
        let _ = chunks;
        unimplemented("WriteStateBytes")
    }

    /// Locks a state.
    fn lock_state(
        &self,
        request: LockStateRequest,
    ) -> BoxFuture<'_, Result<LockStateResponse, RpcError>> {
        let _ = request;
        unimplemented("LockState")
    }

    /// Unlocks a state.
    fn unlock_state(
        &self,
        request: UnlockStateRequest,
    ) -> BoxFuture<'_, Result<UnlockStateResponse, RpcError>> {
        let _ = request;
        unimplemented("UnlockState")
    }

    /// Lists the states.
    fn get_states(
        &self,
        request: GetStatesRequest,
    ) -> BoxFuture<'_, Result<GetStatesResponse, RpcError>> {
        let _ = request;
        unimplemented("GetStates")
    }

    /// Deletes a state.
    fn delete_state(
        &self,
        request: DeleteStateRequest,
    ) -> BoxFuture<'_, Result<DeleteStateResponse, RpcError>> {
        let _ = request;
        unimplemented("DeleteState")
    }
}

fn unimplemented<T: Send + 'static>(rpc: &'static str) -> BoxFuture<'static, Result<T, RpcError>> {
    Box::pin(async move { Err(not_implemented(rpc)) })
}

/// Answers an RPC that the provider does not implement.
pub(crate) fn not_implemented(rpc: &str) -> RpcError {
    RpcError::unimplemented(format!("this provider does not implement {rpc}"))
}
