//! A provider that expects sample requests and returns sample answers, and a host that calls every RPC.

use std::sync::{Arc, Mutex};

use futures_util::stream::{self, StreamExt};

use super::sample::Sample;
use crate::schema::Schemas;
use crate::*;

/// All RPCs: kind, method, request, response.
macro_rules! rpcs {
    ($apply:ident) => {
        $apply! {
            unary get_metadata GetMetadataRequest GetMetadataResponse;
            schema get_provider_schema GetProviderSchemaRequest GetProviderSchemaResponse;
            unary validate_provider_config ValidateProviderConfigRequest ValidateProviderConfigResponse;
            unary configure_provider ConfigureProviderRequest ConfigureProviderResponse;
            unary stop_provider StopProviderRequest StopProviderResponse;
            unary validate_resource_config ValidateResourceConfigRequest ValidateResourceConfigResponse;
            unary upgrade_resource_state UpgradeResourceStateRequest UpgradeResourceStateResponse;
            unary get_resource_identity_schemas GetResourceIdentitySchemasRequest GetResourceIdentitySchemasResponse;
            unary upgrade_resource_identity UpgradeResourceIdentityRequest UpgradeResourceIdentityResponse;
            unary read_resource ReadResourceRequest ReadResourceResponse;
            unary plan_resource_change PlanResourceChangeRequest PlanResourceChangeResponse;
            unary apply_resource_change ApplyResourceChangeRequest ApplyResourceChangeResponse;
            unary import_resource_state ImportResourceStateRequest ImportResourceStateResponse;
            unary move_resource_state MoveResourceStateRequest MoveResourceStateResponse;
            unary generate_resource_config GenerateResourceConfigRequest GenerateResourceConfigResponse;
            unary validate_data_resource_config ValidateDataResourceConfigRequest ValidateDataResourceConfigResponse;
            unary read_data_source ReadDataSourceRequest ReadDataSourceResponse;
            unary validate_ephemeral_resource_config ValidateEphemeralResourceConfigRequest ValidateEphemeralResourceConfigResponse;
            unary open_ephemeral_resource OpenEphemeralResourceRequest OpenEphemeralResourceResponse;
            unary renew_ephemeral_resource RenewEphemeralResourceRequest RenewEphemeralResourceResponse;
            unary close_ephemeral_resource CloseEphemeralResourceRequest CloseEphemeralResourceResponse;
            unary validate_list_resource_config ValidateListResourceConfigRequest ValidateListResourceConfigResponse;
            server_streaming list_resource ListResourceRequest ListResourceEvent;
            unary get_functions GetFunctionsRequest GetFunctionsResponse;
            unary call_function CallFunctionRequest CallFunctionResponse;
            unary validate_action_config ValidateActionConfigRequest ValidateActionConfigResponse;
            unary plan_action PlanActionRequest PlanActionResponse;
            server_streaming invoke_action InvokeActionRequest InvokeActionEvent;
            unary validate_state_store_config ValidateStateStoreConfigRequest ValidateStateStoreConfigResponse;
            unary configure_state_store ConfigureStateStoreRequest ConfigureStateStoreResponse;
            server_streaming read_state_bytes ReadStateBytesRequest ReadStateBytesChunk;
            client_streaming write_state_bytes WriteStateBytesChunk WriteStateBytesResponse;
            unary lock_state LockStateRequest LockStateResponse;
            unary unlock_state UnlockStateRequest UnlockStateResponse;
            unary get_states GetStatesRequest GetStatesResponse;
            unary delete_state DeleteStateRequest DeleteStateResponse;
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
    ($($kind:ident $method:ident $request:ident $response:ident;)*) => { $(answer! { @ $kind $method $request $response })* };
    (@ unary $method:ident $request:ident $response:ident) => {
        fn $method(&self, request: $request) -> BoxFuture<'_, Result<$response, RpcError>> {
            Box::pin(async move {
                self.called(stringify!($method), &request);
                Ok($response::new())
            })
        }
    };
    (@ schema $method:ident $request:ident $response:ident) => {
        fn $method(&self, request: $request) -> BoxFuture<'_, Result<Schemas, RpcError>> {
            Box::pin(async move {
                self.called(stringify!($method), &request);
                Ok(self.schemas.clone())
            })
        }
    };
    (@ server_streaming $method:ident $request:ident $event:ident) => {
        fn $method(&self, request: $request) -> BoxFuture<'_, Result<BoxStream<$event>, RpcError>> {
            Box::pin(async move {
                self.called(stringify!($method), &request);
                Ok(Box::pin(stream::iter($event::events().into_iter().map(Ok))) as BoxStream<$event>)
            })
        }
    };
    (@ client_streaming $method:ident $chunk:ident $response:ident) => {
        fn $method(&self, chunks: BoxStream<$chunk>) -> BoxFuture<'_, Result<$response, RpcError>> {
            Box::pin(async move {
                let chunks: Vec<_> = chunks.collect::<Vec<_>>().await.into_iter().collect::<Result<_, _>>()?;
                self.calls.lock().unwrap().push(stringify!($method));
                assert!(!self.strict || chunks == $chunk::events());
                Ok($response::new())
            })
        }
    };
}

impl Provider for Expecting {
    rpcs! { answer }
}

macro_rules! ask {
    ($($kind:ident $method:ident $request:ident $response:ident;)*) => {
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
    fn get_provider_schema(
        &self,
        _: GetProviderSchemaRequest,
    ) -> BoxFuture<'_, Result<Schemas, RpcError>> {
        Box::pin(async { Ok(self.0.clone()) })
    }

    fn get_metadata(
        &self,
        _: GetMetadataRequest,
    ) -> BoxFuture<'_, Result<GetMetadataResponse, RpcError>> {
        Box::pin(async {
            Ok(GetMetadataResponse {
                actions: vec!["zoo_feed".to_owned()],
                ..GetMetadataResponse::default()
            })
        })
    }

    fn validate_provider_config(
        &self,
        _: ValidateProviderConfigRequest,
    ) -> BoxFuture<'_, Result<ValidateProviderConfigResponse, RpcError>> {
        Box::pin(async { Ok(ValidateProviderConfigResponse::default()) })
    }

    fn stop_provider(
        &self,
        _: StopProviderRequest,
    ) -> BoxFuture<'_, Result<StopProviderResponse, RpcError>> {
        Box::pin(async { Ok(StopProviderResponse::default()) })
    }
}
