//! The calls of a binary, which its supervisor starts.

use std::pin::pin;
use std::sync::Arc;

use futures_util::StreamExt as _;
use futures_util::future::{Either, select};
use futures_util::stream;

use super::instance::Instance;
use super::supervisor::Supervisor;
use terrane_protocol::{
    BoxStream, Diagnostics, InvokeActionEvent, ListResourceEvent, Provider, ReadStateBytesChunk,
    Request, Response, ResponseFuture, Rpc, RpcError, StopResponse,
};

/// A provider whose binary starts with the first call.
pub(super) struct Supervised {
    supervisor: Arc<Supervisor>,
}

impl Supervised {
    pub(super) fn new(supervisor: Supervisor) -> Self {
        let shared_supervisor = Arc::new(supervisor);
        Self {
            supervisor: shared_supervisor,
        }
    }

    /// Starts the binary, if it has not started.
    pub(super) async fn start(&self) -> Result<(), Diagnostics> {
        self.supervisor.start().await
    }

    /// Waits for a process, until the host calls Stop. A call that the provider has not received cannot be stopped there.
    async fn ready(
        &self,
        rpc: Rpc,
        instance: impl Future<Output = Result<Arc<Instance>, Diagnostics>>,
    ) -> Result<Arc<Instance>, Diagnostics> {
        let mut stops = self.supervisor.stops();
        let found = match select(pin!(instance), pin!(stops.changed())).await {
            Either::Left((found, _)) => Some(found),
            Either::Right(_) => None,
        };
        match found {
            Some(found) if !stops.has_changed().unwrap_or_default() => found,
            Some(_) | None => Err(self.supervisor.stopped(rpc)),
        }
    }

    /// Sends a request to a process, and remembers a configuration that it accepts.
    async fn send(&self, request: Request, instance: &Arc<Instance>) -> Result<Response, RpcError> {
        let configuration = configure_request(&request);
        let mut answer = instance.provider().call(request).await?;
        if let Some(configuration) = configuration
            && is_accepted(&mut answer)
        {
            self.supervisor.configured(configuration);
        }
        Ok(self.watched(answer, instance))
    }

    /// Ends a stream with a diagnostic if the process crashes before its end.
    fn watched(&self, answer: Response, instance: &Arc<Instance>) -> Response {
        let watch = Watch {
            supervisor: Arc::clone(&self.supervisor),
            instance: Arc::clone(instance),
            rpc: answer.rpc(),
        };
        match answer {
            Response::ListResource(events) => {
                Response::ListResource(watch.stream(events, |diagnostics| ListResourceEvent {
                    diagnostics,
                    ..ListResourceEvent::default()
                }))
            }
            Response::InvokeAction(events) => {
                Response::InvokeAction(watch.stream(events, |diagnostics| {
                    InvokeActionEvent::Completed { diagnostics }
                }))
            }
            Response::ReadStateBytes(chunks) => {
                Response::ReadStateBytes(watch.stream(chunks, |diagnostics| ReadStateBytesChunk {
                    diagnostics,
                    ..ReadStateBytesChunk::default()
                }))
            }
            answer => answer,
        }
    }
}

/// The data that a stream needs to report a crash.
struct Watch {
    supervisor: Arc<Supervisor>,
    instance: Arc<Instance>,
    rpc: Rpc,
}

impl Watch {
    fn stream<T: Send + 'static>(
        self,
        messages: BoxStream<T>,
        last: fn(Diagnostics) -> T,
    ) -> BoxStream<T> {
        let watch = Arc::new(self);
        Box::pin(messages.then(move |message| {
            let watch = Arc::clone(&watch);
            async move {
                let Err(error) = message else { return message };
                if watch.instance.has_crashed(&error).await {
                    let crash = watch
                        .supervisor
                        .crashed_in_stream(watch.rpc, &watch.instance);
                    Ok(last(crash))
                } else {
                    Err(error)
                }
            }
        }))
    }
}

/// Returns a copy of a request, for a second call or for a refusal. The copy of a written state is empty, and no second call sends it.
fn spare_request(request: &Request) -> Request {
    let empty = || Request::WriteStateBytes(Box::pin(stream::empty()));
    request.try_clone().unwrap_or_else(empty)
}

/// Returns a copy of a request that configures the provider or a state store.
fn configure_request(request: &Request) -> Option<Request> {
    match request {
        Request::ConfigureProvider(_) | Request::ConfigureStateStore(_) => request.try_clone(),
        _ => None,
    }
}

/// Returns whether the provider has accepted a configuration.
fn is_accepted(answer: &mut Response) -> bool {
    let diagnostics = answer.diagnostics_mut();
    diagnostics.is_some_and(|diagnostics| !diagnostics.has_errors())
}

impl Supervised {
    async fn answer(&self, request: Request) -> Result<Response, RpcError> {
        let supervisor = &*self.supervisor;
        let rpc = request.rpc();
        if rpc == Rpc::StopProvider {
            supervisor.stop();
            if supervisor.running().is_none() {
                return Ok(Response::StopProvider(StopResponse::default()));
            }
        }
        let spare = spare_request(&request);
        let instance = match self.ready(rpc, supervisor.instance(rpc)).await {
            Ok(instance) => instance,
            Err(reason) => return Ok(request.refuse(reason)),
        };
        let failed = match self.send(request, &instance).await {
            Ok(answer) => return Ok(answer),
            Err(error) => error,
        };
        if !instance.has_crashed(&failed).await {
            return Err(failed);
        }
        if rpc.changes() {
            return Ok(spare.refuse(supervisor.lost_change(rpc, &instance)));
        }
        let replacement = match self.ready(rpc, supervisor.replace(&instance)).await {
            Ok(instance) => instance,
            Err(reason) => return Ok(spare.refuse(reason)),
        };
        let last = self::spare_request(&spare);
        match self.send(spare, &replacement).await {
            Ok(answer) => Ok(answer),
            Err(error) if replacement.has_crashed(&error).await => {
                Ok(last.refuse(supervisor.crashed(rpc, &replacement)))
            }
            Err(error) => Err(error),
        }
    }
}

impl Provider for Supervised {
    fn call(&self, request: Request) -> ResponseFuture<'_> {
        Box::pin(self.answer(request))
    }
}
