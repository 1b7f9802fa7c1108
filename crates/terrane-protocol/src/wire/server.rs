//! The server: turns a gRPC request into a request for a provider, and the provider's response into a gRPC response.
//!
//! A panic in the provider becomes an error of the one call in which it happens.

use std::any::Any;
use std::convert::Infallible;
use std::future::ready;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_core::Stream;
use futures_util::FutureExt;
use futures_util::stream::{StreamExt, TryStreamExt};
use http_body_util::BodyExt;
use terrane_plugin::{AuthorRuntime, MAX_MESSAGE_SIZE, catch_panic, discard_payload};
use tonic::body::Body;
use tonic::server::{Grpc, StreamingService};
use tonic::{Code, Status, Streaming};
use tracing::{Instrument, Span, error_span};

use super::Malformed;
use super::codec::{Codec, Outgoing};
use super::message::{Messages, Payload, Reader};
use crate::rpc::mismatched;
use crate::{BoxFuture, BoxStream, Provider, Request, Response, Rpc, RpcCode, RpcError, Version};

type HttpRequest = http::Request<Body>;
type HttpResponse = http::Response<Body>;

/// A gRPC service of a protocol version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Service {
    Provider,
    /// The second kind of plugin of protocol 5.
    Provisioner,
}

impl Service {
    /// The service's name.
    pub(crate) const fn name(self, version: Version) -> &'static str {
        match (self, version) {
            (Self::Provider, Version::V5) => "tfplugin5.Provider",
            (Self::Provider, Version::V6) => "tfplugin6.Provider",
            (Self::Provisioner, _) => "tfplugin5.Provisioner",
        }
    }
}

/// Serves one protocol version with a provider.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "no part of the interface")]
pub struct WireServer {
    provider: Arc<dyn Provider>,
    version: Version,
    /// The runtime for responses that call the provider while they are encoded. Absent if the whole service may block its thread.
    author_runtime: Option<AuthorRuntime>,
}

impl WireServer {
    /// Serves a provider in one protocol version.
    pub fn new(provider: Arc<dyn Provider>, version: Version) -> Self {
        Self {
            provider,
            version,
            author_runtime: None,
        }
    }

    /// Calls the provider on this runtime while a response is encoded.
    pub fn author_runtime(mut self, runtime: AuthorRuntime) -> Self {
        self.author_runtime = Some(runtime);
        self
    }

    /// Returns the name of the service of providers in a protocol version.
    pub fn name(version: Version) -> &'static str {
        Service::Provider.name(version)
    }

    /// Finds the RPC with a path.
    fn find(&self, path: &str) -> Option<Call> {
        let has_path = |rpc: &&Rpc| rpc.path(self.version) == Some(path);
        let rpc = *Rpc::ALL.iter().find(has_path)?;
        Some(Call {
            server: self.clone(),
            rpc,
            path: rpc.path(self.version)?,
        })
    }
}

impl tower_service::Service<HttpRequest> for WireServer {
    type Response = HttpResponse;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<HttpResponse, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, http: HttpRequest) -> Self::Future {
        let path = http.uri().path();
        let Some(call) = self.find(path) else {
            let response = unknown_rpc(path);
            return Box::pin(ready(Ok(response)));
        };
        let [is_stream, _] = call.rpc.streams();
        let http = if is_stream {
            http.map(|body| Body::new(body.map_err(given_up)))
        } else {
            http
        };
        let answer = async move { Ok(grpc().streaming(call, http).await) };
        Box::pin(answer.instrument(span(self.version)))
    }
}

/// A call of an RPC.
#[derive(Clone)]
struct Call {
    server: WireServer,
    rpc: Rpc,
    path: &'static str,
}

impl Call {
    /// Reads the request, and returns the messages of the provider's response. A panic becomes an error.
    async fn answer(self, messages: Streaming<Bytes>) -> Result<Sent, RpcError> {
        let answered = AssertUnwindSafe(self.answered(messages))
            .catch_unwind()
            .await;
        let messages = answered.unwrap_or_else(|payload| Err(panicked(self.path, payload)))?;
        Ok(match messages {
            Messages::One(message) => Sent::One(Some(message)),
            Messages::Many(messages) => {
                let messages = AssertUnwindSafe(messages).catch_unwind();
                Sent::Many(Box::pin(messages.map(move |message| {
                    message.unwrap_or_else(|payload| Err(panicked(self.path, payload)))
                })))
            }
        })
    }

    async fn answered(
        &self,
        mut messages: Streaming<Bytes>,
    ) -> Result<Messages<Outgoing>, RpcError> {
        let Self { server, rpc, path } = self;
        let (version, path) = (server.version, *path);
        let [is_stream, _] = rpc.streams();
        let messages = if is_stream {
            Messages::Many(Box::pin(messages.map_err(RpcError::from)))
        } else {
            let missing = || Status::internal("Missing request message.");
            let message = messages.message().await?.ok_or_else(missing)?;
            messages.trailers().await?;
            Messages::One(message)
        };
        let reader = Reader {
            version,
            path,
            malformed,
        };
        let mut request = Request::read(*rpc, messages, reader)?;
        request.narrow(version);
        let response = server.provider.call(request).await?;
        if response.rpc() != *rpc {
            return Err(mismatched(*rpc, &response));
        }
        match (response, &server.author_runtime) {
            (Response::GetProviderSchema(schemas), Some(runtime))
                if !schemas.is_encoded(version) =>
            {
                // The provider emits its schemas while they are encoded, which may block the thread.
                let write = move || catch_panic(|| schemas.write(version), |_| ());
                match runtime.spawn(async move { write() }).await {
                    Ok(messages) => messages.unwrap_or_else(|()| Err(has_panicked(path))),
                    Err(_) => Err(RpcError::new(RpcCode::ResourceExhausted, NO_THREAD)),
                }
            }
            (response, _) => response.write(version),
        }
    }
}

impl StreamingService<Bytes> for Call {
    type Response = Outgoing;
    type ResponseStream = Sent;
    type Future = BoxFuture<'static, Result<tonic::Response<Sent>, Status>>;

    fn call(&mut self, request: tonic::Request<Streaming<Bytes>>) -> Self::Future {
        let answer = self.clone().answer(request.into_inner());
        Box::pin(async move { Ok(tonic::Response::new(answer.await?)) })
    }
}

/// The messages of a response on their way out. RPCs of all kinds share this type, and so tonic's code.
enum Sent {
    One(Option<Outgoing>),
    Many(BoxStream<Outgoing>),
}

impl Stream for Sent {
    type Item = Result<Outgoing, Status>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        match &mut *self {
            Self::One(message) => Poll::Ready(message.take().map(Ok)),
            Self::Many(messages) => messages.as_mut().poll_next(cx).map_err(Into::into),
        }
    }
}

/// The span that adds the protocol version to every log line of a call.
fn span(version: Version) -> Span {
    let major = match version {
        Version::V5 => "5",
        Version::V6 => "6",
    };
    error_span!(target: "terrane_protocol::request", "call", tf_proto_version = major)
}

fn malformed(path: &'static str, error: &Malformed) -> RpcError {
    RpcError::new(
        RpcCode::InvalidArgument,
        format!("malformed {} request: {error}", last(path)),
    )
}

/// Turns the cancellation of a request stream into an error. tonic treats `Cancelled` as the end of the stream, so the server would take half a
/// state for a whole one.
fn given_up(status: Status) -> Status {
    match status.code() {
        Code::Cancelled => Status::aborted("the caller cancelled the stream"),
        _ => status,
    }
}

/// Answers a call of an RPC that this protocol version does not have.
fn unknown_rpc(path: &str) -> HttpResponse {
    let service = path.split('/').nth(1).unwrap_or_default();
    Status::unimplemented(format!("{path} is not an RPC of {service}")).into_http()
}

/// The error of a call that never ran.
const NO_THREAD: &str =
    "the system refuses the provider a thread for the call, which a limit of processes may cause";

fn grpc() -> Grpc<Codec> {
    Grpc::new(Codec)
        .max_decoding_message_size(MAX_MESSAGE_SIZE)
        .max_encoding_message_size(MAX_MESSAGE_SIZE)
}

/// Makes the error for a panic that the provider did not catch.
fn panicked(path: &'static str, payload: Box<dyn Any + Send>) -> RpcError {
    discard_payload(payload);
    has_panicked(path)
}

/// Makes the error for a panic. The error omits the panic's message, which may contain secrets.
fn has_panicked(path: &'static str) -> RpcError {
    RpcError::new(
        RpcCode::Internal,
        format!("the provider panicked in {}", last(path)),
    )
}

/// The last part of a path, which is the RPC's own name in the protocol version.
fn last(path: &'static str) -> &'static str {
    path.rsplit('/').next().unwrap_or_default()
}
