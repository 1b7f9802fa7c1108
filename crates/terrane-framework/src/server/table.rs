//! The table of RPCs: the method of the server that answers each RPC, and the kind that the RPC belongs to.

use std::sync::Arc;

use futures_util::StreamExt;
use terrane_protocol::schema::Schemas;
use terrane_protocol::*;
use tokio_util::sync::CancellationToken;

use super::call::Call;
use super::call::TaskRunner;
use super::call::answer::{Answer, CallScope, Event, IntoAnswer, Refusal, refused};
use super::registry::{Definition, Names};
use super::session::{Server, Session, Unfinished};
use crate::dynamic::DynProvider;
use crate::log::request::{self, Timer};
use crate::log::{Parts, dump::Dump};

/// The server of one provider.
pub(super) struct ProviderServer {
    session: Arc<Session>,
    runner: TaskRunner,
}

/// A function that answers an RPC of a kind, on the call's task.
type Handler<Q, A> = for<'a> fn(&'a Server, Q) -> BoxFuture<'a, A>;

/// Lists the RPCs with the server methods that answer them. The methods are `async` only if they wait. The RPCs of every provider come first, then
/// those of each kind. If a provider has no item of a kind, its answer is that the type was not found.
///
/// A method after `or` creates the answer of a call whose task has not returned. Without `or`, that answer consists of diagnostics alone.
macro_rules! rpcs {
    (
        provider {
            $($rpc:ident($request:ident) -> $response:ty = $answer:ident $(.$way:ident)? $(or $unfinished:ident)?;)*
        }
        $($kind:ident: $handlers:ident {
            $($its_rpc:ident($its_request:ident) -> $its_response:ty = $its_answer:ident $(.$its_way:ident)? $(or $its_unfinished:ident)?;)*
            $(=> $events:ident($events_request:ident) -> $event:ty = $list:ident $(.$events_way:ident)?;)?
            $(+ $sink:ident: $handler:ty = $handle:expr;)?
        })*
    ) => {
        $(
            /// The handlers of the RPCs of a kind.
            pub(super) struct $handlers {
                $($its_rpc: Handler<$its_request, $its_response>,)*
                $($events: Handler<$events_request, BoxStream<$event>>,)?
                $($sink: $handler,)?
            }

            impl $handlers {
                pub(super) const ALL: Self = Self {
                    $($its_rpc: |server, request| rpcs!(@$($its_way)? server.$its_answer(request)),)*
                    $($events: |server, request| rpcs!(@stream $($events_way)? server.$list(request)),)?
                    $($sink: $handle,)?
                };
            }
        )*

        impl Provider for ProviderServer {
            $(
                fn $rpc(&self, request: $request) -> BoxFuture<'_, Result<$response, RpcError>> {
                    self.answered(
                        stringify!($request),
                        request,
                        rpcs!(@unfinished $($unfinished)?),
                        |server, request| rpcs!(@$($way)? server.$answer(request)),
                    )
                }
            )*
            $(
                $(
                    fn $its_rpc(&self, request: $its_request) -> BoxFuture<'_, Result<$its_response, RpcError>> {
                        self.answered(
                            stringify!($its_request),
                            request,
                            rpcs!(@unfinished $($its_unfinished)?),
                            |server, request| {
                                let kind = &server.definition.$kind;
                                match kind.handlers::<$handlers>() {
                                    Some(handlers) => (handlers.$its_rpc)(server, request),
                                    None => Box::pin(async move { Refusal::refusal(kind.names().not_found(&request.type_name).into()) }),
                                }
                            },
                        )
                    }
                )*
                $(
                    fn $events(&self, request: $events_request) -> BoxFuture<'_, Result<BoxStream<$event>, RpcError>> {
                        self.streamed(stringify!($events_request), request, |server, request| {
                            let kind = &server.definition.$kind;
                            match kind.handlers::<$handlers>() {
                                Some(handlers) => (handlers.$events)(server, request),
                                None => Box::pin(async move { refused(kind.names().not_found(&request.type_name)) }),
                            }
                        })
                    }
                )?
            )*

            fn write_state_bytes(
                &self,
                chunks: BoxStream<WriteStateBytesChunk>,
            ) -> BoxFuture<'_, Result<WriteStateBytesResponse, RpcError>> {
                Box::pin(async move {
                    let server = self.start("WriteStateBytes", &(), None);
                    let unfinished = |diagnostics| Ok(Refusal::refusal(diagnostics));
                    let call = Arc::clone(&server.call);
                    let task = async move {
                        let kind = &server.definition.state_stores;
                        match kind.handlers::<StateStores>() {
                            Some(handlers) => (handlers.write_state_bytes)(&server, chunks).await,
                            None => refuse_unknown_store(kind.names(), chunks).await,
                        }
                    };
                    call.answer(&self.runner, task, unfinished).await
                })
            }

            fn stop_provider(
                &self,
                _: StopProviderRequest,
            ) -> BoxFuture<'_, Result<StopProviderResponse, RpcError>> {
                self.session.stop_calls();
                Box::pin(async { Ok(StopProviderResponse::default()) })
            }
        }
    };
    (@await $server:ident.$answer:ident($request:ident)) => {
        Box::pin(async move { $server.$answer($request).await.into_answer() })
    };
    (@ $server:ident.$answer:ident($request:ident)) => {
        Box::pin(async move { $server.$answer($request).into_answer() })
    };
    (@stream await $server:ident.$answer:ident($request:ident)) => {
        Box::pin($server.$answer($request))
    };
    (@stream $server:ident.$answer:ident($request:ident)) => {
        Box::pin(async move { $server.$answer($request) })
    };
    (@unfinished $unfinished:ident) => { Server::$unfinished };
    (@unfinished) => { |_| Box::new(|_, diagnostics| Refusal::refusal(diagnostics)) };
}

impl ProviderServer {
    /// Creates the server of a provider. `define` creates the definition. Its calls end soon after `terminating` is cancelled.
    pub(super) fn new(
        provider: Arc<dyn DynProvider>,
        define: impl FnOnce() -> Definition + Send + 'static,
        runner: TaskRunner,
        terminating: CancellationToken,
    ) -> Self {
        Self {
            session: Arc::new(Session::new(provider, define, terminating)),
            runner,
        }
    }

    /// Starts a call. `name` is the name of the RPC, with or without the suffix `Request`.
    fn start(&self, name: &'static str, request: &dyn Parts, dump: Option<&Arc<Dump>>) -> Server {
        let rpc = name.strip_suffix("Request").unwrap_or(name);
        let span = request::span(self.session.provider.address(), rpc);
        let start = || Timer::start(rpc, request, dump);
        let scope = CallScope::new(span, &self.session.secrets, start);
        let call = Call::new(
            rpc,
            self.session.stopped(),
            self.session.provider.interrupt_grace(),
            scope,
        );
        Server::new(&self.session, call)
    }

    /// Answers a call with one message.
    fn answered<Q: Parts + Send + 'static, A: Answer>(
        &self,
        name: &'static str,
        request: Q,
        unfinished: fn(&Q) -> Unfinished<A>,
        handler: Handler<Q, A>,
    ) -> BoxFuture<'_, Result<A, RpcError>> {
        Box::pin(async move {
            let server = Arc::new(self.start(name, &request, self.session.dump.as_ref()));
            let unfinished = unfinished(&request);
            let task = {
                let server = Arc::clone(&server);
                async move { handler(&server, request).await }
            };
            let call = Arc::clone(&server.call);
            let unfinished = |diagnostics| unfinished(&server, diagnostics);
            Ok(call.answer(&self.runner, task, unfinished).await)
        })
    }

    /// Answers a call with a stream of messages.
    fn streamed<Q: Parts + Send + 'static, E: Event>(
        &self,
        name: &'static str,
        request: Q,
        handler: Handler<Q, BoxStream<E>>,
    ) -> BoxFuture<'_, Result<BoxStream<E>, RpcError>> {
        Box::pin(async move {
            let server = self.start(name, &request, self.session.dump.as_ref());
            let call = Arc::clone(&server.call);
            let task = Box::pin(async move { handler(&server, request).await });
            Ok(call.events(&self.runner, task))
        })
    }
}

/// Answers that the state store of a state does not exist. The first chunk names the store.
async fn refuse_unknown_store(
    kind: &Names,
    mut chunks: BoxStream<WriteStateBytesChunk>,
) -> Result<WriteStateBytesResponse, RpcError> {
    let first = chunks.next().await.transpose()?;
    let meta = first.and_then(|chunk| chunk.meta).unwrap_or_default();
    Ok(Refusal::refusal(kind.not_found(&meta.type_name).into()))
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
        read_resource(ReadResourceRequest) -> ReadResourceResponse = read.await or read_unfinished;
        plan_resource_change(PlanResourceChangeRequest) -> PlanResourceChangeResponse = plan.await;
        apply_resource_change(ApplyResourceChangeRequest) -> ApplyResourceChangeResponse = apply.await or apply_unfinished;
        import_resource_state(ImportResourceStateRequest) -> ImportResourceStateResponse = import.await;
        move_resource_state(MoveResourceStateRequest) -> MoveResourceStateResponse = move_state;
        generate_resource_config(GenerateResourceConfigRequest)
            -> GenerateResourceConfigResponse = generate;
        call_function(CallFunctionRequest) -> CallFunctionResponse = call_function.await;
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
        renew_ephemeral_resource(RenewEphemeralResourceRequest) -> RenewEphemeralResourceResponse = renew.await or renew_unfinished;
        close_ephemeral_resource(CloseEphemeralResourceRequest) -> CloseEphemeralResourceResponse = close.await;
    }

    lists: Lists {
        validate_list_resource_config(ValidateListResourceConfigRequest)
            -> ValidateListResourceConfigResponse = validate_list;
        => list_resource(ListResourceRequest) -> ListResourceEvent = list;
    }

    actions: Actions {
        validate_action_config(ValidateActionConfigRequest) -> ValidateActionConfigResponse = validate_action;
        plan_action(PlanActionRequest) -> PlanActionResponse = plan_action.await;
        => invoke_action(InvokeActionRequest) -> InvokeActionEvent = invoke;
    }

    state_stores: StateStores {
        validate_state_store_config(ValidateStateStoreConfigRequest)
            -> ValidateStateStoreConfigResponse = validate_state_store;
        configure_state_store(ConfigureStateStoreRequest) -> ConfigureStateStoreResponse = configure_state_store.await;
        lock_state(LockStateRequest) -> LockStateResponse = lock_state.await;
        unlock_state(UnlockStateRequest) -> UnlockStateResponse = unlock_state.await;
        get_states(GetStatesRequest) -> GetStatesResponse = states.await;
        delete_state(DeleteStateRequest) -> DeleteStateResponse = delete_state.await;
        => read_state_bytes(ReadStateBytesRequest) -> ReadStateBytesChunk = read_state.await;
        + write_state_bytes: Handler<BoxStream<WriteStateBytesChunk>, Result<WriteStateBytesResponse, RpcError>> =
            |server, chunks| Box::pin(server.write_state(chunks));
    }
}
