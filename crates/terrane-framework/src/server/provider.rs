//! The server of a provider: it starts a call for each request, and finds the method that answers the request.

use std::future::ready;
use std::sync::Arc;

use futures_util::StreamExt;
use terrane_protocol::*;
use tokio_util::sync::CancellationToken;

use super::call::answer::{Answer, CallScope, Event, Refusal};
use super::call::{Call, TaskRunner};
use super::registry::{Definition, Kind, Names};
use super::session::{Server, Session};
use crate::dynamic::DynProvider;
use crate::log::request::{self, Timer};

/// The server of one provider.
pub(super) struct ProviderServer {
    session: Arc<Session>,
    runner: TaskRunner,
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

    /// Starts a call.
    fn start(&self, request: &mut Request) -> Arc<Server> {
        let rpc = request.rpc().name();
        let capabilities = request.client_capabilities_mut().copied();
        let session = &self.session;
        let span = request::span(session.provider.address(), rpc);
        let start = || {
            let timer = Timer::start(rpc, &*request, session.dump.as_ref());
            request::announced_by_host(capabilities);
            timer
        };
        let scope = CallScope::new(span, &session.secrets, start);
        let grace = session.provider.interrupt_grace();
        let call = Call::new(rpc, session.stopped(), grace, scope);
        Arc::new(Server::new(session, call))
    }

    /// Answers a call with one message.
    async fn answered(&self, mut request: Request) -> Result<Response, RpcError> {
        let server = self.start(&mut request);
        let unchanged = request.unchanged();
        let unfinished = |diagnostics| {
            Ok(match server.applying.get() {
                Some(applying) => Response::from(applying.unfinished(diagnostics)),
                None => unchanged.with_diagnostics(diagnostics),
            })
        };
        let task = Arc::clone(&server).response(request);
        let call = Arc::clone(&server.call);
        call.answer(&self.runner, task, unfinished).await
    }

    /// Answers a call with a stream of messages.
    fn streamed<E: Event>(&self, mut request: Request) -> Result<Response, RpcError>
    where
        Response: From<BoxStream<E>>,
    {
        let server = self.start(&mut request);
        let call = Arc::clone(&server.call);
        let task = Box::pin(async move { E::events(server.response(request).await) });
        Ok(call.events(&self.runner, task).into())
    }
}

impl Provider for ProviderServer {
    fn call(&self, request: Request) -> ResponseFuture<'_> {
        match request {
            Request::StopProvider(_) => {
                self.session.stop_calls();
                Box::pin(ready(Ok(StopProviderResponse::default().into())))
            }
            Request::ListResource(_) => {
                Box::pin(async move { self.streamed::<ListResourceEvent>(request) })
            }
            Request::InvokeAction(_) => {
                Box::pin(async move { self.streamed::<InvokeActionEvent>(request) })
            }
            Request::ReadStateBytes(_) => {
                Box::pin(async move { self.streamed::<ReadStateBytesChunk>(request) })
            }
            request => Box::pin(self.answered(request)),
        }
    }
}

/// The future response of a method of the server.
type FutureAnswer<'a> = BoxFuture<'a, Answer<Response>>;

/// Answers the requests for the items of a kind, on the call's task.
pub(super) type Handler = for<'a> fn(&'a Server, Request) -> FutureAnswer<'a>;

impl Server {
    /// Answers a request, on the call's task.
    async fn response(self: Arc<Self>, request: Request) -> Result<Response, RpcError> {
        let unchanged = request.unchanged();
        match self.handle(request).await {
            Ok(response) => Ok(response),
            Err(Refusal::Diagnostics(diagnostics)) => Ok(unchanged.with_diagnostics(diagnostics)),
            Err(Refusal::Error(error)) => Err(error),
        }
    }

    /// Finds the method that answers a request.
    fn handle(&self, request: Request) -> FutureAnswer<'_> {
        let definition = &self.definition;
        match request {
            Request::GetMetadata(it) => answered(self.metadata(it)),
            Request::GetProviderSchema(it) => answered(self.provider_schema(it)),
            Request::GetResourceIdentitySchemas(it) => answered(self.identity_schemas(it)),
            Request::GetFunctions(it) => answered(self.functions(it)),
            Request::ValidateProviderConfig(it) => answered(self.validate_provider(it)),
            Request::ConfigureProvider(it) => later(self.configure(it)),
            Request::ValidateResourceConfig(it) => validated(self.validate_resource(it)),
            Request::UpgradeResourceState(it) => now(self.upgrade(it)),
            Request::UpgradeResourceIdentity(it) => now(self.upgrade_identity(it)),
            Request::ReadResource(it) => later(self.read(it)),
            Request::PlanResourceChange(it) => later(self.plan(it)),
            Request::ApplyResourceChange(it) => later(self.apply(it)),
            Request::ImportResourceState(it) => later(self.import(it)),
            Request::MoveResourceState(it) => now(self.move_state(it)),
            Request::GenerateResourceConfig(it) => now(self.generate(it)),
            Request::CallFunction(it) => later(self.call_function(it)),
            Request::ValidateDataResourceConfig(_) | Request::ReadDataSource(_) => {
                self.handle_by(&definition.data_sources, request)
            }
            Request::ValidateEphemeralResourceConfig(_)
            | Request::OpenEphemeralResource(_)
            | Request::RenewEphemeralResource(_)
            | Request::CloseEphemeralResource(_) => self.handle_by(&definition.ephemerals, request),
            Request::ValidateListResourceConfig(_) | Request::ListResource(_) => {
                self.handle_by(&definition.lists, request)
            }
            Request::ValidateActionConfig(_)
            | Request::PlanAction(_)
            | Request::InvokeAction(_) => self.handle_by(&definition.actions, request),
            Request::ValidateStateStoreConfig(_)
            | Request::ConfigureStateStore(_)
            | Request::ReadStateBytes(_)
            | Request::WriteStateBytes(_)
            | Request::LockState(_)
            | Request::UnlockState(_)
            | Request::GetStates(_)
            | Request::DeleteState(_) => self.handle_by(&definition.state_stores, request),
            Request::StopProvider(_)
            | Request::GetProvisionerSchema(_)
            | Request::ValidateProvisionerConfig(_)
            | Request::ProvisionResource(_)
            | Request::StopProvisioner(_) => unimplemented(&request),
        }
    }

    /// Passes a request to the handler of a kind. Without an item of the kind, the answer is that the type was not found.
    fn handle_by<'a, T: ?Sized>(&'a self, kind: &'a Kind<T>, request: Request) -> FutureAnswer<'a> {
        match kind.handler::<Handler>() {
            Some(handler) => handler(self, request),
            None => refuse_unknown_type(kind.names(), request),
        }
    }
}

/// Answers that the type of a request does not exist. The first chunk of a written state names the type.
fn refuse_unknown_type(names: &Names, request: Request) -> FutureAnswer<'_> {
    later(async move {
        let not_found = match request {
            Request::WriteStateBytes(mut chunks) => {
                let first = chunks.next().await.transpose()?;
                let meta = first.and_then(|chunk| chunk.meta).unwrap_or_default();
                names.not_found(&meta.type_name)
            }
            request => names.not_found(request.item().map_or("", Item::name)),
        };
        Err::<Response, Refusal>(not_found.into())
    })
}

/// Answers the requests for data sources.
pub(super) static DATA_SOURCES: Handler = |server, request| match request {
    Request::ValidateDataResourceConfig(it) => validated(server.validate_data_source(it)),
    Request::ReadDataSource(it) => later(server.read_data(it)),
    request => unimplemented(&request),
};

/// Answers the requests for ephemeral resources.
pub(super) static EPHEMERALS: Handler = |server, request| match request {
    Request::ValidateEphemeralResourceConfig(it) => validated(server.validate_ephemeral(it)),
    Request::OpenEphemeralResource(it) => later(server.open(it)),
    Request::RenewEphemeralResource(it) => later(server.renew(it)),
    Request::CloseEphemeralResource(it) => later(server.close(it)),
    request => unimplemented(&request),
};

/// Answers the requests for list resources.
pub(super) static LISTS: Handler = |server, request| match request {
    Request::ValidateListResourceConfig(it) => validated(server.validate_list(it)),
    Request::ListResource(it) => now(server.list(&it)),
    request => unimplemented(&request),
};

/// Answers the requests for actions.
pub(super) static ACTIONS: Handler = |server, request| match request {
    Request::ValidateActionConfig(it) => validated(server.validate_action(it)),
    Request::PlanAction(it) => later(server.plan_action(it)),
    Request::InvokeAction(it) => now(server.invoke(&it)),
    request => unimplemented(&request),
};

/// Answers the requests for state stores.
pub(super) static STATE_STORES: Handler = |server, request| match request {
    Request::ValidateStateStoreConfig(it) => validated(server.validate_state_store(it)),
    Request::ConfigureStateStore(it) => later(server.configure_state_store(it)),
    Request::ReadStateBytes(it) => later(server.read_state(it)),
    Request::WriteStateBytes(chunks) => later(server.write_state(chunks)),
    Request::LockState(it) => later(server.lock_state(it)),
    Request::UnlockState(it) => later(server.unlock_state(it)),
    Request::GetStates(it) => later(server.states(it)),
    Request::DeleteState(it) => later(server.delete_state(it)),
    request => unimplemented(&request),
};

/// The answer of a method that neither waits nor fails.
fn answered<'a>(response: impl Into<Response>) -> FutureAnswer<'a> {
    now::<_, Refusal>(Ok(response))
}

/// The answer of a method that does not wait.
fn now<'a, A, E>(answer: Result<A, E>) -> FutureAnswer<'a>
where
    A: Into<Response>,
    E: Into<Refusal>,
{
    Box::pin(ready(answer.map(Into::into).map_err(Into::into)))
}

/// The answer of a method that waits.
fn later<'a, A, E>(answer: impl Future<Output = Result<A, E>> + Send + 'a) -> FutureAnswer<'a>
where
    A: Into<Response>,
    E: Into<Refusal>,
{
    Box::pin(async move { answer.await.map(Into::into).map_err(Into::into) })
}

/// The answer of a validation, which consists of diagnostics alone.
fn validated<'a>(found: Result<Diagnostics, Diagnostic>) -> FutureAnswer<'a> {
    now::<Response, _>(Err(found.unwrap_or_else(Into::into)))
}

fn unimplemented<'a>(request: &Request) -> FutureAnswer<'a> {
    now::<Response, _>(Err(request.rpc().unimplemented()))
}
