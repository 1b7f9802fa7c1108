//! A provider that expects sample requests and returns sample answers, and a host that calls every RPC.

use std::sync::{Arc, Mutex};

use futures_util::stream::{self, StreamExt};

use super::sample::Sample;
use crate::schema::Schemas;
use crate::*;

/// All RPCs: kind, method, name, request, response.
macro_rules! rpcs {
    ($apply:ident) => {
        $apply! {
            unary get_metadata GetMetadata EmptyRequest GetMetadataResponse;
            schema get_provider_schema GetProviderSchema EmptyRequest GetProviderSchemaResponse;
            unary validate_provider_config ValidateProviderConfig ValidateProviderConfigRequest ValidateProviderConfigResponse;
            unary configure_provider ConfigureProvider ConfigureProviderRequest DiagnosticsResponse;
            unary stop_provider StopProvider EmptyRequest StopResponse;
            unary validate_resource_config ValidateResourceConfig ConfigRequest DiagnosticsResponse;
            unary upgrade_resource_state UpgradeResourceState UpgradeRequest UpgradeResourceStateResponse;
            unary get_resource_identity_schemas GetResourceIdentitySchemas EmptyRequest GetResourceIdentitySchemasResponse;
            unary upgrade_resource_identity UpgradeResourceIdentity UpgradeRequest UpgradeResourceIdentityResponse;
            unary read_resource ReadResource ReadResourceRequest ReadResourceResponse;
            unary plan_resource_change PlanResourceChange PlanResourceChangeRequest PlanResourceChangeResponse;
            unary apply_resource_change ApplyResourceChange ApplyResourceChangeRequest ApplyResourceChangeResponse;
            unary import_resource_state ImportResourceState ImportResourceStateRequest ImportResourceStateResponse;
            unary move_resource_state MoveResourceState MoveResourceStateRequest MoveResourceStateResponse;
            unary generate_resource_config GenerateResourceConfig GenerateResourceConfigRequest GenerateResourceConfigResponse;
            unary validate_data_resource_config ValidateDataResourceConfig ValidateConfigRequest DiagnosticsResponse;
            unary read_data_source ReadDataSource ReadDataSourceRequest ReadDataSourceResponse;
            unary validate_ephemeral_resource_config ValidateEphemeralResourceConfig ValidateConfigRequest DiagnosticsResponse;
            unary open_ephemeral_resource OpenEphemeralResource ConfigRequest OpenEphemeralResourceResponse;
            unary renew_ephemeral_resource RenewEphemeralResource OpenedEphemeralResource RenewEphemeralResourceResponse;
            unary close_ephemeral_resource CloseEphemeralResource OpenedEphemeralResource DiagnosticsResponse;
            unary validate_list_resource_config ValidateListResourceConfig ValidateListResourceConfigRequest DiagnosticsResponse;
            server_streaming list_resource ListResource ListResourceRequest ListResourceEvent;
            unary get_functions GetFunctions EmptyRequest GetFunctionsResponse;
            unary call_function CallFunction CallFunctionRequest CallFunctionResponse;
            unary validate_action_config ValidateActionConfig ValidateConfigRequest DiagnosticsResponse;
            unary plan_action PlanAction ConfigRequest PlanActionResponse;
            server_streaming invoke_action InvokeAction ConfigRequest InvokeActionEvent;
            unary validate_state_store_config ValidateStateStoreConfig ValidateConfigRequest DiagnosticsResponse;
            unary configure_state_store ConfigureStateStore ConfigureStateStoreRequest ConfigureStateStoreResponse;
            server_streaming read_state_bytes ReadStateBytes StateId ReadStateBytesChunk;
            client_streaming write_state_bytes WriteStateBytes WriteStateBytesChunk DiagnosticsResponse;
            unary lock_state LockState LockStateRequest LockStateResponse;
            unary unlock_state UnlockState UnlockStateRequest DiagnosticsResponse;
            unary get_states GetStates GetStatesRequest GetStatesResponse;
            unary delete_state DeleteState StateId DiagnosticsResponse;
        }
    };
}

/// The events of a stream.
pub(super) trait Events: Sized {
    fn events() -> Vec<Self>;
}

impl Events for ListResourceEvent {
    fn events() -> Vec<Self> {
        vec![Self::new(), Self::default(), Self::new()]
    }
}

impl Events for ReadStateBytesChunk {
    fn events() -> Vec<Self> {
        vec![Self::new(), Self::default()]
    }
}

impl Events for WriteStateBytesChunk {
    fn events() -> Vec<Self> {
        vec![Self::new(), Self::default()]
    }
}

impl Events for InvokeActionEvent {
    fn events() -> Vec<Self> {
        let message = "half way".to_owned();
        let diagnostics = Sample::new();
        vec![Self::Progress { message }, Self::Completed { diagnostics }]
    }
}

/// A provider that answers every RPC with a sample.
pub(super) struct Expecting {
    version: Version,
    /// Whether requests must be the samples.
    strict: bool,
    calls: Mutex<Vec<&'static str>>,
    schemas: Schemas,
}

impl Expecting {
    pub(super) fn samples(version: Version) -> Arc<Self> {
        Arc::new(Self::new(version, true))
    }

    pub(super) fn anything(version: Version) -> Arc<Self> {
        Arc::new(Self::new(version, false))
    }

    fn new(version: Version, strict: bool) -> Self {
        Self {
            version,
            strict,
            calls: Mutex::default(),
            schemas: GetProviderSchemaResponse::new().through(version).into(),
        }
    }

    pub(super) fn calls(&self) -> Vec<&'static str> {
        self.calls.lock().unwrap().clone()
    }

    fn called<Q: Sample + PartialEq>(&self, method: &'static str, request: &Q) {
        self.calls.lock().unwrap().push(method);
        let expected = Q::new().through(self.version);
        assert!(
            !self.strict || *request == expected,
            "{method}: the request has changed on its way"
        );
    }
}

macro_rules! answer {
    ($($kind:ident $method:ident $rpc:ident $request:ident $response:ident;)*) => {
        impl Expecting {
            async fn answer(&self, request: Request) -> Result<Response, RpcError> {
                match request {
                    $(Request::$rpc(request) => answer!(@ $kind self request $method $rpc $response),)*
                    request => Err(request.rpc().unimplemented()),
                }
            }
        }
    };
    (@ unary $self:ident $request:ident $method:ident $rpc:ident $response:ident) => {{
        $self.called(stringify!($method), &$request);
        Ok(Response::$rpc($response::new()))
    }};
    (@ schema $self:ident $request:ident $method:ident $rpc:ident $response:ident) => {{
        $self.called(stringify!($method), &$request);
        Ok($self.schemas.clone().into())
    }};
    (@ server_streaming $self:ident $request:ident $method:ident $rpc:ident $event:ident) => {{
        $self.called(stringify!($method), &$request);
        let events: BoxStream<$event> = Box::pin(stream::iter($event::events().into_iter().map(Ok)));
        Ok(events.into())
    }};
    (@ client_streaming $self:ident $chunks:ident $method:ident $rpc:ident $response:ident) => {{
        let chunks: Vec<_> = $chunks.collect::<Vec<_>>().await.into_iter().collect::<Result<_, _>>()?;
        $self.calls.lock().unwrap().push(stringify!($method));
        assert!(!$self.strict || chunks == WriteStateBytesChunk::events());
        Ok(Response::$rpc($response::new()))
    }};
}

rpcs! { answer }

impl Provider for Expecting {
    fn call(&self, request: Request) -> ResponseFuture<'_> {
        Box::pin(self.answer(request))
    }
}

macro_rules! ask {
    ($($kind:ident $method:ident $rpc:ident $request:ident $response:ident;)*) => {
        /// Calls every RPC with a sample request. Returns for each RPC whether the answer was the sample answer.
        pub(super) async fn call_all(
            provider: &dyn Provider,
            version: Version,
        ) -> Vec<(&'static str, Result<bool, RpcError>)> {
            vec![$((stringify!($method), ask!(@ $kind provider, version, $method $request $response).await)),*]
        }
    };
    (@ unary $provider:ident, $version:ident, $method:ident $request:ident $response:ident) => {
        async { Ok($provider.$method($request::new()).await? == $response::new().through($version)) }
    };
    (@ schema $provider:ident, $version:ident, $method:ident $request:ident $response:ident) => {
        async { Ok(*$provider.$method($request::new()).await? == $response::new().through($version)) }
    };
    (@ server_streaming $provider:ident, $version:ident, $method:ident $request:ident $event:ident) => {
        async {
            let events: Vec<_> = $provider.$method($request::new()).await?.collect().await;
            Ok(events.into_iter().collect::<Result<Vec<_>, _>>()? == $event::events())
        }
    };
    (@ client_streaming $provider:ident, $version:ident, $method:ident $chunk:ident $response:ident) => {
        async {
            let chunks = Box::pin(stream::iter($chunk::events().into_iter().map(Ok)));
            Ok($provider.$method(chunks).await? == $response::new())
        }
    };
}

rpcs! { ask }

/// A provider that has schemas, and almost nothing else.
pub(super) struct Described(pub(super) Schemas);

impl Provider for Described {
    fn call(&self, request: Request) -> ResponseFuture<'_> {
        Box::pin(async move {
            Ok(match request {
                Request::GetProviderSchema(_) => self.0.clone().into(),
                Request::GetMetadata(_) => Response::from(GetMetadataResponse {
                    actions: vec!["zoo_feed".to_owned()],
                    ..GetMetadataResponse::default()
                }),
                Request::ValidateProviderConfig(_) | Request::StopProvider(_) => {
                    request.unchanged()
                }
                request => return Err(request.rpc().unimplemented()),
            })
        })
    }
}
