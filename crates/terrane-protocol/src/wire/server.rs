//! The server: turns a gRPC request into a call of a neutral method, and the result into a gRPC response.
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
use futures_util::stream::StreamExt;
use http_body_util::BodyExt;
use prost::Message;
use terrane_plugin::{AuthorRuntime, MAX_MESSAGE_SIZE, catch_panic, discard_payload};
use tonic::body::Body;
use tonic::server::{ClientStreamingService, Grpc, ServerStreamingService, UnaryService};
use tonic::{Code, Request, Response, Status, Streaming};
use tracing::{Instrument, error_span};

pub(crate) use super::codec::sendable;
use super::codec::{self, Codec, Outgoing};
use super::differing::Differing;
use super::names::{Names, last};
use super::stream::until_error;
use super::{FromWire, Malformed, Wire};
use crate::{BoxFuture, BoxStream, RpcError, Version};

type HttpRequest = http::Request<Body>;
type HttpResponse = http::Response<Body>;

/// The future result of a request.
pub(crate) type Answer<'a, A> = BoxFuture<'a, Result<A, RpcError>>;

/// Reads a request from `Q`, which is bytes or a stream of bytes, and starts to answer it. The answer is ready to be sent.
///
/// # Errors
///
/// When the request is malformed.
pub(crate) type StartCall<T, Q, A> = for<'a> fn(&'a Call<T>, Q) -> Result<Answer<'a, A>, RpcError>;

/// A stream of messages, which ends at the first error.
pub(crate) struct Many(Pin<Box<dyn Stream<Item = Result<Outgoing, Status>> + Send>>);

impl Stream for Many {
    type Item = Result<Outgoing, Status>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.as_mut().poll_next(cx)
    }
}

/// A neutral trait whose methods are the RPCs of a service.
pub(crate) trait Served: Send + Sync + 'static {
    /// The service's name in each protocol version.
    const NAMES: Names;

    const RPCS: &'static [Rpc<Self>];
}

/// One RPC of a service.
pub(crate) struct Rpc<T: ?Sized> {
    pub(crate) paths: Names,
    pub(crate) answer: How<T>,
}

/// The function that answers an RPC, by kind of RPC.
pub(crate) enum How<T: ?Sized> {
    /// One request message, one response message.
    Unary(StartCall<T, Bytes, Outgoing>),
    /// One request message, many response messages.
    ServerStreaming(StartCall<T, Bytes, Many>),
    /// Many request messages, one response message.
    ClientStreaming(StartCall<T, Streaming<Bytes>, Outgoing>),
}

/// A call in progress: the implementation that answers it, the protocol version and the name of the RPC.
pub(crate) struct Call<T: ?Sized> {
    pub(crate) target: Arc<T>,
    pub(crate) version: Version,
    pub(crate) rpc: &'static str,
    author_runtime: Option<AuthorRuntime>,
}

impl<T: ?Sized> Clone for Call<T> {
    fn clone(&self) -> Self {
        Self {
            target: Arc::clone(&self.target),
            version: self.version,
            rpc: self.rpc,
            author_runtime: self.author_runtime.clone(),
        }
    }
}

impl<T: ?Sized> Call<T> {
    /// Reads the request.
    pub(crate) fn request<Q: FromWire<WQ>, WQ: Message + Default>(
        &self,
        message: Bytes,
    ) -> Result<Q, RpcError> {
        request::<Q, WQ>(self.rpc, message)
    }

    /// Reads the requests of a stream.
    pub(crate) fn requests<Q: FromWire<WQ> + Send + 'static, WQ: Message + Default>(
        &self,
        messages: Streaming<Bytes>,
    ) -> BoxStream<Q> {
        let rpc = self.rpc;
        until_error(messages.map(move |message| request::<Q, WQ>(rpc, message?)))
    }
}

/// Serves one protocol version's service with a neutral implementation.
pub(crate) struct Server<T: ?Sized> {
    target: Arc<T>,
    version: Version,
    /// The runtime for answers that call the provider while they are encoded. Absent if the whole service may block its thread.
    author_runtime: Option<AuthorRuntime>,
}

impl<T: ?Sized> Clone for Server<T> {
    fn clone(&self) -> Self {
        Self {
            target: Arc::clone(&self.target),
            version: self.version,
            author_runtime: self.author_runtime.clone(),
        }
    }
}

impl<T: Served + ?Sized> Server<T> {
    pub(crate) fn new(target: Arc<T>, version: Version) -> Self {
        Self {
            target,
            version,
            author_runtime: None,
        }
    }

    /// Calls the provider on this runtime while an answer is encoded.
    pub(crate) fn author_runtime(mut self, runtime: AuthorRuntime) -> Self {
        self.author_runtime = Some(runtime);
        self
    }

    /// The service's name.
    pub(crate) fn name(&self) -> &'static str {
        T::NAMES.of(self.version).unwrap_or_default()
    }

    /// Finds the RPC with a path.
    fn find(&self, called: &str) -> Option<(Call<T>, &'static How<T>)> {
        T::RPCS.iter().find_map(|Rpc { paths, answer }| {
            let path = paths.of(self.version).filter(|path| *path == called)?;
            let call = Call {
                target: Arc::clone(&self.target),
                version: self.version,
                rpc: last(path),
                author_runtime: self.author_runtime.clone(),
            };
            Some((call, answer))
        })
    }
}

impl<T: Served + ?Sized> tower_service::Service<HttpRequest> for Server<T> {
    type Response = HttpResponse;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<HttpResponse, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, http: HttpRequest) -> Self::Future {
        let path = http.uri().path();
        let Some((call, how)) = self.find(path) else {
            let answer = unknown_rpc(self.name(), path);
            return Box::pin(ready(Ok(answer)));
        };
        let answer = match *how {
            How::Unary(begin) => unary(Handler { call, begin }, http),
            How::ServerStreaming(begin) => server_streaming(Handler { call, begin }, http),
            How::ClientStreaming(begin) => client_streaming(Handler { call, begin }, http),
        };
        traced(answer, self.version)
    }
}

fn unary<T: Served + ?Sized>(
    handler: Handler<T, Bytes, Outgoing>,
    http: HttpRequest,
) -> BoxFuture<'static, HttpResponse> {
    Box::pin(async move { grpc().unary(handler, http).await })
}

fn server_streaming<T: Served + ?Sized>(
    handler: Handler<T, Bytes, Many>,
    http: HttpRequest,
) -> BoxFuture<'static, HttpResponse> {
    Box::pin(async move { grpc().server_streaming(handler, http).await })
}

fn client_streaming<T: Served + ?Sized>(
    handler: Handler<T, Streaming<Bytes>, Outgoing>,
    http: HttpRequest,
) -> BoxFuture<'static, HttpResponse> {
    let http = http.map(|body| Body::new(body.map_err(given_up)));
    Box::pin(async move { grpc().client_streaming(handler, http).await })
}

/// Adds the protocol version to every log line of a call.
fn traced(
    answer: BoxFuture<'static, HttpResponse>,
    version: Version,
) -> BoxFuture<'static, Result<HttpResponse, Infallible>> {
    let major = match version {
        Version::V5 => "5",
        Version::V6 => "6",
    };
    let span = error_span!(target: "terrane_protocol::request", "call", tf_proto_version = major);
    Box::pin(async move { Ok(answer.await) }.instrument(span))
}

/// Reads one request.
fn request<Q: FromWire<WQ>, WQ: Message + Default>(
    rpc: &'static str,
    message: Bytes,
) -> Result<Q, RpcError> {
    codec::read::<Q, WQ>(message).map_err(|error| malformed(rpc, &error))
}

fn malformed(rpc: &'static str, error: &Malformed) -> RpcError {
    RpcError::invalid_argument(format!("malformed {rpc} request: {error}"))
}

/// Awaits an answer and converts it into a message that can be sent.
pub(crate) fn then<'a, A: 'a, B: 'a>(
    answer: Answer<'a, A>,
    send: impl FnOnce(A) -> Result<B, RpcError> + Send + 'a,
) -> Answer<'a, B> {
    Box::pin(async move { send(answer.await?) })
}

/// Awaits an answer and makes its message for the protocol version. If this calls the provider, it happens on the author's runtime.
pub(crate) fn differing<'a, T: ?Sized, A: Differing + Send + 'static>(
    call: &Call<T>,
    answer: Answer<'a, A>,
) -> Answer<'a, Outgoing> {
    let (version, rpc, runtime) = (call.version, call.rpc, call.author_runtime.clone());
    Box::pin(async move {
        let answer = answer.await?;
        match runtime {
            Some(runtime) if answer.calls_provider(version) => {
                let send = move || catch_panic(|| answer.sendable(version), |_| ());
                match runtime.spawn(async move { send() }).await {
                    Ok(message) => message.unwrap_or_else(|()| Err(has_panicked(rpc))),
                    Err(_) => Err(RpcError::resource_exhausted(NO_THREAD)),
                }
            }
            _ => answer.sendable(version),
        }
    })
}

/// Converts a stream of answers into messages that can be sent. A panic ends the stream with an error.
pub(crate) fn many<A: Wire<WA> + 'static, WA: Message + 'static>(
    rpc: &'static str,
    answers: BoxStream<A>,
) -> Many {
    let answers = answers.map(|answer| sendable::<A, WA>(answer?));
    let answers = AssertUnwindSafe(answers).catch_unwind();
    Many(Box::pin(answers.map(move |answer| {
        Ok(answer.unwrap_or_else(|payload| Err(panicked(rpc, payload)))?)
    })))
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
fn unknown_rpc(service: &str, path: &str) -> HttpResponse {
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
fn panicked(rpc: &'static str, payload: Box<dyn Any + Send>) -> RpcError {
    discard_payload(payload);
    has_panicked(rpc)
}

/// Makes the error for a panic. The error omits the panic's message, which may contain secrets.
fn has_panicked(rpc: &'static str) -> RpcError {
    RpcError::internal(format!("the provider panicked in {rpc}"))
}

/// An RPC in the form that tonic's server expects. A panic becomes an error.
struct Handler<T: ?Sized, Q, A> {
    call: Call<T>,
    begin: StartCall<T, Q, A>,
}

impl<T: Served + ?Sized, Q: Send + 'static, A: 'static> Handler<T, Q, A> {
    fn handle(&self, request: Request<Q>) -> BoxFuture<'static, Result<Response<A>, Status>> {
        let (call, begin) = (self.call.clone(), self.begin);
        Box::pin(async move {
            let answer = async { begin(&call, request.into_inner())?.await };
            let answer = AssertUnwindSafe(answer).catch_unwind().await;
            let answer = answer.unwrap_or_else(|payload| Err(panicked(call.rpc, payload)))?;
            Ok(Response::new(answer))
        })
    }
}

impl<T: Served + ?Sized> UnaryService<Bytes> for Handler<T, Bytes, Outgoing> {
    type Response = Outgoing;
    type Future = BoxFuture<'static, Result<Response<Outgoing>, Status>>;

    fn call(&mut self, request: Request<Bytes>) -> Self::Future {
        self.handle(request)
    }
}

impl<T: Served + ?Sized> ServerStreamingService<Bytes> for Handler<T, Bytes, Many> {
    type Response = Outgoing;
    type ResponseStream = Many;
    type Future = BoxFuture<'static, Result<Response<Many>, Status>>;

    fn call(&mut self, request: Request<Bytes>) -> Self::Future {
        self.handle(request)
    }
}

impl<T: Served + ?Sized> ClientStreamingService<Bytes> for Handler<T, Streaming<Bytes>, Outgoing> {
    type Response = Outgoing;
    type Future = BoxFuture<'static, Result<Response<Outgoing>, Status>>;

    fn call(&mut self, request: Request<Streaming<Bytes>>) -> Self::Future {
        self.handle(request)
    }
}
