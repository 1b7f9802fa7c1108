//! The server of a provider: it starts a call for each request, and finds the method that answers the request.

use std::future::ready;
use std::sync::Arc;

use terrane_protocol::*;
use tokio_util::sync::CancellationToken;

use super::call::answer::{Answer, CallScope, Event, Refusal};
use super::call::{Call, TaskRunner};
use super::registry::Definition;
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
        let call = Call::new(rpc, session.stop.token(), grace, scope);
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
                self.session.stop.stop_calls();
                Box::pin(ready(Ok(Response::StopProvider(StopResponse::default()))))
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
        match request {
            Request::GetMetadata(it) => answered(self.metadata(it)),
            Request::GetProviderSchema(it) => answered(self.provider_schema(it)),
            Request::GetResourceIdentitySchemas(it) => answered(self.identity_schemas(it)),
            Request::GetFunctions(it) => answered(self.functions(it)),
            Request::ValidateProviderConfig(it) => answered(self.validate_provider(it)),
            Request::ConfigureProvider(it) => {
                later_as(self.configure(it), Response::ConfigureProvider)
            }
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
            Request::ValidateDataResourceConfig(it) => validated(self.validate_data_source(it)),
            Request::ReadDataSource(it) => later(self.read_data(it)),
            Request::ValidateEphemeralResourceConfig(it) => validated(self.validate_ephemeral(it)),
            Request::OpenEphemeralResource(it) => later(self.open(it)),
            Request::RenewEphemeralResource(it) => later(self.renew(it)),
            Request::CloseEphemeralResource(it) => {
                later_as(self.close(it), Response::CloseEphemeralResource)
            }
            Request::ValidateListResourceConfig(it) => validated(self.validate_list(it)),
            Request::ListResource(it) => now(self.list(&it)),
            Request::ValidateActionConfig(it) => validated(self.validate_action(it)),
            Request::PlanAction(it) => later(self.plan_action(it)),
            Request::InvokeAction(it) => now(self.invoke(&it)),
            Request::ValidateStateStoreConfig(it) => validated(self.validate_state_store(it)),
            Request::ConfigureStateStore(it) => later(self.configure_state_store(it)),
            Request::ReadStateBytes(it) => later(self.read_state(it)),
            Request::WriteStateBytes(chunks) => {
                later_as(self.write_state(chunks), Response::WriteStateBytes)
            }
            Request::LockState(it) => later(self.lock_state(it)),
            Request::UnlockState(it) => later_as(self.unlock_state(it), Response::UnlockState),
            Request::GetStates(it) => later(self.states(it)),
            Request::DeleteState(it) => later_as(self.delete_state(it), Response::DeleteState),
            Request::StopProvider(_)
            | Request::GetProvisionerSchema(_)
            | Request::ValidateProvisionerConfig(_)
            | Request::ProvisionResource(_)
            | Request::StopProvisioner(_) => now::<Response, _>(Err(request.rpc().unimplemented())),
        }
    }
}

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
    A: Into<Response> + 'a,
    E: Into<Refusal> + 'a,
{
    later_as(answer, A::into)
}

/// The answer of a method that waits, of a type that several RPCs share.
fn later_as<'a, A: 'a, E: Into<Refusal> + 'a>(
    answer: impl Future<Output = Result<A, E>> + Send + 'a,
    response: fn(A) -> Response,
) -> FutureAnswer<'a> {
    Box::pin(async move { answer.await.map(response).map_err(Into::into) })
}

/// The answer of a validation, which consists of diagnostics alone.
fn validated<'a>(found: Result<Diagnostics, Diagnostic>) -> FutureAnswer<'a> {
    now::<Response, _>(Err(found.unwrap_or_else(Into::into)))
}
