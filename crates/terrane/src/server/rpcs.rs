//! The RPCs: which method of the server answers each, and of which kind it is.

use std::future::ready;
use std::pin::pin;

use futures_util::StreamExt;
use terrane_protocol::schema::Schemas;
use terrane_protocol::*;

use super::Server;
use super::answer::{Leaving, Refusal};
use crate::provider::Names;

/// What answers an RPC of a kind.
type Handler<Q, A> = for<'a> fn(&'a Server, Leaving, Q) -> BoxFuture<'a, Result<A, RpcError>>;

/// Lists the RPCs with the methods of the server that answer them, which are `async` only where something has to be waited for: first those
/// that every provider has, then those of each kind. Where a provider has nothing of a kind, there is no type that the host could mean.
macro_rules! rpcs {
    (
        provider {
            $($rpc:ident($request:ident) -> $response:ty = $answer:ident $(.$way:ident)?;)*
        }
        $($kind:ident: $handlers:ident {
            $($its_rpc:ident($its_request:ident) -> $its_response:ty = $its_answer:ident $(.$its_way:ident)?;)*
            $(+ $stream:ident: $handler:ty = $handle:expr;)?
        })*
    ) => {
        $(
            /// What answers the RPCs of a kind.
            pub(crate) struct $handlers {
                $($its_rpc: Handler<$its_request, $its_response>,)*
                $($stream: $handler,)?
            }

            impl $handlers {
                pub(crate) const ALL: Self = Self {
                    $($its_rpc: |server, leaving, request| rpcs!(@$($its_way)? server.$its_answer(request), leaving),)*
                    $($stream: $handle,)?
                };
            }
        )*

        impl Provider for Server {
            $(
                fn $rpc(&self, request: $request) -> BoxFuture<'_, Result<$response, RpcError>> {
                    let leaving = self.begin(stringify!($request), &request, self.dump.as_ref());
                    rpcs!(@$($way)? self.$answer(request), leaving)
                }
            )*
            $($(
                fn $its_rpc(&self, request: $its_request) -> BoxFuture<'_, Result<$its_response, RpcError>> {
                    let leaving = self.begin(stringify!($its_request), &request, self.dump.as_ref());
                    let kind = &self.definition.$kind;
                    match kind.handlers() {
                        Some(handlers) => (handlers.$its_rpc)(self, leaving, request),
                        None => refused(leaving, kind.names(), &request.type_name),
                    }
                }
            )*)*

            fn write_state_bytes(
                &self,
                chunks: BoxStream<WriteStateBytesChunk>,
            ) -> BoxFuture<'_, Result<WriteStateBytesResponse, RpcError>> {
                let mut leaving = self.begin("WriteStateBytes", &(), None);
                let kind = &self.definition.state_stores;
                match kind.handlers() {
                    Some(handlers) => (handlers.write_state_bytes)(self, leaving, chunks),
                    None => Box::pin(async move {
                        leaving.answered(pin!(nothing_written(kind.names(), chunks))).await
                    }),
                }
            }

            fn stop_provider(
                &self,
                _: StopProviderRequest,
            ) -> BoxFuture<'_, Result<StopProviderResponse, RpcError>> {
                self.stop_requests();
                Box::pin(async { Ok(StopProviderResponse::default()) })
            }
        }
    };
    (@await $server:ident.$answer:ident($request:ident), $leaving:ident) => {
        Box::pin(async move {
            let mut leaving = $leaving;
            Ok(leaving.answered(pin!($server.$answer($request))).await)
        })
    };
    (@ $server:ident.$answer:ident($request:ident), $leaving:ident) => {
        Box::pin(async move { Ok($leaving.answer(|| $server.$answer($request))) })
    };
}

/// Answers that there is nothing of the kind that a request is about.
fn refused<'a, A: Refusal + Send + 'a>(
    mut leaving: Leaving,
    kind: &Names,
    type_name: &str,
) -> BoxFuture<'a, Result<A, RpcError>> {
    let reason = leaving.not_found(kind, type_name);
    let refusal = A::refusal(reason).leave(&mut leaving);
    Box::pin(ready(Ok(refusal)))
}

/// The same of a state, which is named where it begins.
async fn nothing_written(
    kind: &Names,
    mut chunks: BoxStream<WriteStateBytesChunk>,
) -> Result<WriteStateBytesResponse, RpcError> {
    let first = chunks.next().await.transpose()?;
    let meta = first.and_then(|chunk| chunk.meta).unwrap_or_default();
    Ok(Refusal::refusal(kind.not_found(&meta.type_name)))
}

rpcs! {
    provider {
        get_metadata(GetMetadataRequest) -> GetMetadataResponse = metadata;
        get_provider_schema(GetProviderSchemaRequest) -> Schemas = provider_schema;
        get_resource_identity_schemas(GetResourceIdentitySchemasRequest)
            -> GetResourceIdentitySchemasResponse = identity_schemas;
        get_functions(GetFunctionsRequest) -> GetFunctionsResponse = functions;
        validate_provider_config(ValidateProviderConfigRequest)
            -> ValidateProviderConfigResponse = validate_provider;
        validate_resource_config(ValidateResourceConfigRequest)
            -> ValidateResourceConfigResponse = validate_resource;
        configure_provider(ConfigureProviderRequest) -> ConfigureProviderResponse = configure.await;
        upgrade_resource_identity(UpgradeResourceIdentityRequest)
            -> UpgradeResourceIdentityResponse = upgrade_identity;
        upgrade_resource_state(UpgradeResourceStateRequest) -> UpgradeResourceStateResponse = upgrade;
        read_resource(ReadResourceRequest) -> ReadResourceResponse = read.await;
        plan_resource_change(PlanResourceChangeRequest) -> PlanResourceChangeResponse = plan.await;
        apply_resource_change(ApplyResourceChangeRequest) -> ApplyResourceChangeResponse = apply.await;
        import_resource_state(ImportResourceStateRequest) -> ImportResourceStateResponse = import.await;
        move_resource_state(MoveResourceStateRequest) -> MoveResourceStateResponse = move_state;
        generate_resource_config(GenerateResourceConfigRequest)
            -> GenerateResourceConfigResponse = generate;
        call_function(CallFunctionRequest) -> CallFunctionResponse = call.await;
    }

    data_sources: DataSources {
        validate_data_resource_config(ValidateDataResourceConfigRequest)
            -> ValidateDataResourceConfigResponse = validate_data_source;
        read_data_source(ReadDataSourceRequest) -> ReadDataSourceResponse = read_data.await;
    }

    ephemerals: Ephemerals {
        validate_ephemeral_resource_config(ValidateEphemeralResourceConfigRequest)
            -> ValidateEphemeralResourceConfigResponse = validate_ephemeral;
        open_ephemeral_resource(OpenEphemeralResourceRequest) -> OpenEphemeralResourceResponse = open.await;
        renew_ephemeral_resource(RenewEphemeralResourceRequest) -> RenewEphemeralResourceResponse = renew.await;
        close_ephemeral_resource(CloseEphemeralResourceRequest) -> CloseEphemeralResourceResponse = close.await;
    }

    lists: Lists {
        validate_list_resource_config(ValidateListResourceConfigRequest)
            -> ValidateListResourceConfigResponse = validate_list;
        list_resource(ListResourceRequest) -> BoxStream<ListResourceEvent> = list;
    }

    actions: Actions {
        validate_action_config(ValidateActionConfigRequest) -> ValidateActionConfigResponse = validate_action;
        plan_action(PlanActionRequest) -> PlanActionResponse = plan_action.await;
        invoke_action(InvokeActionRequest) -> BoxStream<InvokeActionEvent> = invoke;
    }

    state_stores: StateStores {
        validate_state_store_config(ValidateStateStoreConfigRequest)
            -> ValidateStateStoreConfigResponse = validate_state_store;
        configure_state_store(ConfigureStateStoreRequest) -> ConfigureStateStoreResponse = configure_state_store.await;
        read_state_bytes(ReadStateBytesRequest) -> BoxStream<ReadStateBytesChunk> = read_state.await;
        lock_state(LockStateRequest) -> LockStateResponse = lock_state.await;
        unlock_state(UnlockStateRequest) -> UnlockStateResponse = unlock_state.await;
        get_states(GetStatesRequest) -> GetStatesResponse = states.await;
        delete_state(DeleteStateRequest) -> DeleteStateResponse = delete_state.await;
        + write_state_bytes: Handler<BoxStream<WriteStateBytesChunk>, WriteStateBytesResponse> =
            |server, mut leaving, chunks| {
                Box::pin(async move { leaving.answered(pin!(server.write_state(chunks))).await })
            };
    }
}
