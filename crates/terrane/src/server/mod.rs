//! The server: the framework's rules around the author's code, one file for each RPC.
//!
//! Values come in as bytes, are decoded along the schema, handed to the dynamic layer and encoded again. Author code that touches
//! the world goes on as a task of its own where it waits ([`task`]): a handler is dropped when the host goes away, the work is not.

mod action;
mod answer;
mod apply;
mod configure;
mod count;
mod data_source;
mod deadline;
mod ephemeral;
mod equal;
mod function;
mod generate;
pub(crate) mod guard;
mod identity;
mod import;
mod list;
mod moves;
mod plan;
pub(crate) mod provisioner;
mod read;
mod reread;
mod schema;
mod state_store;
mod task;
mod upgrade;
mod validate;
mod values;

use std::collections::BTreeMap;
use std::env;
use std::pin::pin;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError, RwLock};

use terrane_protocol::schema::Schemas;
use terrane_protocol::*;
use tokio_util::sync::CancellationToken;

use self::answer::{Lasting, Leaving, answered};
use self::configure::Configuration;
use self::guard::Guarded;
use self::state_store::Stores;
use crate::context::{Context, Private};
use crate::data_source::DynDataSource;
use crate::log::dump::Dump;
use crate::log::request::Timer;
use crate::log::{self, Parts};
use crate::provider::{Definition, Provider as Typed};

/// Answers a host for one provider.
pub(crate) struct Server {
    /// Made when a call first needs it: the host waits for the handshake, not for what is registered.
    definition: Arc<LazyLock<Definition>>,
    configuration: RwLock<Configuration>,
    /// The parent of every request's token; `StopProvider` cancels it and puts a new one in its place.
    stop: Mutex<CancellationToken>,
    schemas: OnceLock<Schemas>,
    stores: Stores,
    secrets: Lasting,
    dump: Option<Arc<Dump>>,
}

impl Server {
    pub(crate) fn of<P: Typed>() -> Self {
        Self {
            definition: Arc::new(LazyLock::new(Definition::of::<P>)),
            configuration: RwLock::new(Configuration::default()),
            stop: Mutex::default(),
            schemas: OnceLock::new(),
            stores: Stores::default(),
            secrets: Lasting::default(),
            dump: Dump::of(env::var_os("TF_LOG_SDK_PROTO_DATA_DIR")).map(Arc::new),
        }
    }

    /// Begins with a request.
    fn begin(&self, rpc: &'static str, request: &dyn Parts, dump: Option<&Arc<Dump>>) -> Leaving {
        let span = log::request::span(self.definition.address, rpc);
        Leaving::new(span, &self.secrets, || Timer::start(rpc, request, dump))
    }

    /// The token of a new request.
    fn token(&self) -> CancellationToken {
        self.stopped().child_token()
    }

    /// The token of all requests that are answered now: enough for one that waits for nothing, because only the host can end it.
    fn stopped(&self) -> CancellationToken {
        self.stop
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// The context of a new request.
    fn context(&self, private: Private) -> (CancellationToken, Context) {
        let token = self.token();
        (token.clone(), Context::new(token, private))
    }

    fn resource(&self, type_name: &str) -> Result<&Guarded, Diagnostic> {
        tracing::Span::current().record("tf_resource_type", type_name);
        self.definition
            .resources
            .get(type_name)
            .map(AsRef::as_ref)
            .ok_or_else(|| not_found("Resource", type_name))
    }

    fn data_source(&self, type_name: &str) -> Result<&dyn DynDataSource, Diagnostic> {
        tracing::Span::current().record("tf_data_source_type", type_name);
        self.definition
            .data_sources
            .get(type_name)
            .map(AsRef::as_ref)
            .ok_or_else(|| not_found("Data Source", type_name))
    }

    fn stop_requests(&self) {
        let mut stop = self.stop.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *stop).cancel();
    }
}

/// Finds a type of one kind; the request's span says which it is.
fn find<'a, T>(
    all: &'a BTreeMap<String, T>,
    type_name: &str,
    what: &str,
    field: &str,
) -> Result<&'a T, Diagnostic> {
    tracing::Span::current().record(field, type_name);
    all.get(type_name).ok_or_else(|| not_found(what, type_name))
}

fn not_found(what: &str, type_name: &str) -> Diagnostic {
    Diagnostic::error(
        format!("{what} Type Not Found"),
        format!(
            "The provider has no {} `{type_name}`. Check the name, and that the provider's version has it.",
            what.to_lowercase()
        ),
    )
}

macro_rules! answers {
    ($($rpc:ident($request:ident) -> $response:ty = $answer:ident;)*) => {$(
        fn $rpc(&self, request: $request) -> BoxFuture<'_, Result<$response, RpcError>> {
            let rpc = stringify!($request).trim_end_matches("Request");
            let leaving = self.begin(rpc, &request, self.dump.as_ref());
            Box::pin(async move { Ok(answered(leaving, pin!(self.$answer(request))).await) })
        }
    )*};
}

impl Provider for Server {
    answers! {
        get_metadata(GetMetadataRequest) -> GetMetadataResponse = metadata;
        get_provider_schema(GetProviderSchemaRequest) -> Schemas = provider_schema;
        get_resource_identity_schemas(GetResourceIdentitySchemasRequest)
            -> GetResourceIdentitySchemasResponse = identity_schemas;
        get_functions(GetFunctionsRequest) -> GetFunctionsResponse = functions;
        validate_provider_config(ValidateProviderConfigRequest)
            -> ValidateProviderConfigResponse = validate_provider;
        validate_resource_config(ValidateResourceConfigRequest)
            -> ValidateResourceConfigResponse = validate_resource;
        validate_data_resource_config(ValidateDataResourceConfigRequest)
            -> ValidateDataResourceConfigResponse = validate_data_source;
        configure_provider(ConfigureProviderRequest) -> ConfigureProviderResponse = configure;
        upgrade_resource_identity(UpgradeResourceIdentityRequest)
            -> UpgradeResourceIdentityResponse = upgrade_identity;
        upgrade_resource_state(UpgradeResourceStateRequest) -> UpgradeResourceStateResponse = upgrade;
        read_resource(ReadResourceRequest) -> ReadResourceResponse = read;
        plan_resource_change(PlanResourceChangeRequest) -> PlanResourceChangeResponse = plan;
        apply_resource_change(ApplyResourceChangeRequest) -> ApplyResourceChangeResponse = apply;
        import_resource_state(ImportResourceStateRequest) -> ImportResourceStateResponse = import;
        move_resource_state(MoveResourceStateRequest) -> MoveResourceStateResponse = move_state;
        generate_resource_config(GenerateResourceConfigRequest)
            -> GenerateResourceConfigResponse = generate;
        read_data_source(ReadDataSourceRequest) -> ReadDataSourceResponse = read_data;
        validate_ephemeral_resource_config(ValidateEphemeralResourceConfigRequest)
            -> ValidateEphemeralResourceConfigResponse = validate_ephemeral;
        open_ephemeral_resource(OpenEphemeralResourceRequest) -> OpenEphemeralResourceResponse = open;
        renew_ephemeral_resource(RenewEphemeralResourceRequest) -> RenewEphemeralResourceResponse = renew;
        close_ephemeral_resource(CloseEphemeralResourceRequest) -> CloseEphemeralResourceResponse = close;
        validate_list_resource_config(ValidateListResourceConfigRequest)
            -> ValidateListResourceConfigResponse = validate_list;
        list_resource(ListResourceRequest) -> BoxStream<ListResourceEvent> = list;
        validate_action_config(ValidateActionConfigRequest) -> ValidateActionConfigResponse = validate_action;
        plan_action(PlanActionRequest) -> PlanActionResponse = plan_action;
        invoke_action(InvokeActionRequest) -> BoxStream<InvokeActionEvent> = invoke;
        validate_state_store_config(ValidateStateStoreConfigRequest)
            -> ValidateStateStoreConfigResponse = validate_state_store;
        configure_state_store(ConfigureStateStoreRequest) -> ConfigureStateStoreResponse = configure_state_store;
        read_state_bytes(ReadStateBytesRequest) -> BoxStream<ReadStateBytesChunk> = read_state;
        lock_state(LockStateRequest) -> LockStateResponse = lock_state;
        unlock_state(UnlockStateRequest) -> UnlockStateResponse = unlock_state;
        get_states(GetStatesRequest) -> GetStatesResponse = states;
        delete_state(DeleteStateRequest) -> DeleteStateResponse = delete_state;
        call_function(CallFunctionRequest) -> CallFunctionResponse = call;
    }

    fn write_state_bytes(
        &self,
        chunks: BoxStream<WriteStateBytesChunk>,
    ) -> BoxFuture<'_, Result<WriteStateBytesResponse, RpcError>> {
        let rpc = "WriteStateBytes";
        let leaving = self.begin(rpc, &(), None);
        Box::pin(async move { answered(leaving, pin!(self.write_state(chunks))).await })
    }

    fn stop_provider(
        &self,
        _: StopProviderRequest,
    ) -> BoxFuture<'_, Result<StopProviderResponse, RpcError>> {
        self.stop_requests();
        Box::pin(async { Ok(StopProviderResponse::default()) })
    }
}
