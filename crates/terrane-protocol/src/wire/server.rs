//! Answering: from a gRPC request to a neutral method and back.
//!
//! Whatever happens in a provider ends here as an answer: a panic becomes an error of this one call.

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
use tonic::body::Body;
use tonic::server::{ClientStreamingService, Grpc, ServerStreamingService, UnaryService};
use tonic::{Code, Request, Response, Status, Streaming};
use tracing::{Instrument, error_span};

use super::codec::{self, Codec, Encoded, Outgoing};
pub(crate) use super::limit::sendable;
use super::limit::{MAX_MESSAGE_SIZE, fits};
use super::service::{Names, last};
use super::stream::until_error;
use super::{FromWire, Wire};
use crate::{BoxFuture, BoxStream, RpcError, Version};

type HttpRequest = http::Request<Body>;
type HttpResponse = http::Response<Body>;

/// What becomes of a request: an answer, or answers, that can be sent.
pub(crate) type Answer<A> = BoxFuture<'static, Result<A, RpcError>>;

/// Messages one after the other, until one fails.
pub(crate) struct Many(Pin<Box<dyn Stream<Item = Result<Outgoing, Status>> + Send>>);

impl Stream for Many {
    type Item = Result<Outgoing, Status>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.as_mut().poll_next(cx)
    }
}

/// A neutral trait whose methods are the RPCs of a service.
pub(crate) trait Served: Send + Sync + 'static {
    /// What the majors call the service.
    const NAMES: Names;

    const RPCS: &'static [Rpc<Self>];
}

/// One RPC of a service.
pub(crate) struct Rpc<T: ?Sized> {
    pub(crate) paths: Names,
    pub(crate) answer: How<T>,
}

/// How an RPC is answered: by functions, of which there is one for each RPC.
pub(crate) enum How<T: ?Sized> {
    /// One message with one.
    Unary(fn(Call<T>, Bytes) -> Answer<Outgoing>),
    /// One message with many.
    ServerStreaming(fn(Call<T>, Bytes) -> Answer<Many>),
    /// Many messages with one.
    ClientStreaming(fn(Call<T>, Streaming<Bytes>) -> Answer<Outgoing>),
}

/// What a call is for.
pub(crate) struct Call<T: ?Sized> {
    pub(crate) target: Arc<T>,
    pub(crate) version: Version,
    pub(crate) rpc: &'static str,
}

impl<T: ?Sized> Clone for Call<T> {
    fn clone(&self) -> Self {
        Self {
            target: Arc::clone(&self.target),
            version: self.version,
            rpc: self.rpc,
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

/// Answers the RPCs of one major's service out of a neutral implementation.
pub(crate) struct Server<T: ?Sized> {
    target: Arc<T>,
    version: Version,
}

impl<T: ?Sized> Clone for Server<T> {
    fn clone(&self) -> Self {
        Self {
            target: Arc::clone(&self.target),
            version: self.version,
        }
    }
}

impl<T: Served + ?Sized> Server<T> {
    pub(crate) fn new(target: Arc<T>, version: Version) -> Self {
        Self { target, version }
    }

    /// The service's name.
    pub(crate) fn name(&self) -> &'static str {
        T::NAMES.of(self.version).unwrap_or_default()
    }

    /// Finds the RPC that is called.
    fn find(&self, called: &str) -> Option<(Call<T>, &'static How<T>)> {
        T::RPCS.iter().find_map(|Rpc { paths, answer }| {
            let path = paths.of(self.version).filter(|path| *path == called)?;
            let call = Call {
                target: Arc::clone(&self.target),
                version: self.version,
                rpc: last(path),
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
        let rpc = call.rpc;
        let answer = match *how {
            How::Unary(answer) => {
                let answer = move |message| answer(call.clone(), message);
                unary(Handler::new(rpc, answer), http)
            }
            How::ServerStreaming(answer) => {
                let answer = move |message| answer(call.clone(), message);
                server_streaming(Handler::new(rpc, answer), http)
            }
            How::ClientStreaming(answer) => {
                let answer = move |messages| answer(call.clone(), messages);
                client_streaming(Handler::new(rpc, answer), http)
            }
        };
        traced(answer, self.version)
    }
}

fn unary(handler: Handler<Bytes, Outgoing>, http: HttpRequest) -> BoxFuture<'static, HttpResponse> {
    Box::pin(async move { grpc().unary(handler, http).await })
}

fn server_streaming(
    handler: Handler<Bytes, Many>,
    http: HttpRequest,
) -> BoxFuture<'static, HttpResponse> {
    Box::pin(async move { grpc().server_streaming(handler, http).await })
}

fn client_streaming(
    handler: Handler<Streaming<Bytes>, Outgoing>,
    http: HttpRequest,
) -> BoxFuture<'static, HttpResponse> {
    let http = http.map(|body| Body::new(body.map_err(given_up)));
    Box::pin(async move { grpc().client_streaming(handler, http).await })
}

/// Says in every line of the log about a call which major it is of.
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
    codec::read::<Q, WQ>(message)
        .map_err(|error| RpcError::invalid_argument(format!("malformed {rpc} request: {error}")))
}

/// Writes the answers of a stream; a panic ends it with an error.
pub(crate) fn many<A: Wire<WA> + 'static, WA: Message + 'static>(
    rpc: &'static str,
    answers: BoxStream<A>,
) -> Many {
    let answers = answers.map(|answer| sendable::<A, WA>(answer?));
    let answers = AssertUnwindSafe(answers).catch_unwind();
    Many(Box::pin(answers.map(move |answer| {
        Ok(answer.unwrap_or_else(|_| Err(panicked(rpc)))?)
    })))
}

/// Keeps a stream that the caller gave up from looking like one that has ended, which is what tonic makes of `Cancelled`: half a
/// state must never count as a whole one.
fn given_up(status: Status) -> Status {
    match status.code() {
        Code::Cancelled => Status::aborted("the caller gave the stream up"),
        _ => status,
    }
}

/// Answers a call of something that this major does not have.
fn unknown_rpc(service: &str, path: &str) -> HttpResponse {
    Status::unimplemented(format!("{path} is not an RPC of {service}")).into_http()
}

/// Sends what is encoded already, if it is not too large.
pub(crate) fn encoded(message: Bytes) -> Result<Outgoing, RpcError> {
    fits(message.len())?;
    Ok(Outgoing::new(Encoded(message)))
}

fn grpc() -> Grpc<Codec> {
    Grpc::new(Codec)
        .max_decoding_message_size(MAX_MESSAGE_SIZE)
        .max_encoding_message_size(MAX_MESSAGE_SIZE)
}

/// A panic that nothing in the provider has caught. What it said is not told: nobody has searched it for secrets.
fn panicked(rpc: &'static str) -> RpcError {
    RpcError::internal(format!("the provider panicked in {rpc}"))
}

/// A function as tonic's server wants it; a panic is an error.
///
/// Boxed, because the compiler cannot tell that the future around a closure which returns a boxed future is `Send`.
struct Handler<Q, A> {
    rpc: &'static str,
    answer: Box<dyn Fn(Q) -> Answer<A> + Send>,
}

impl<Q, A> Handler<Q, A> {
    fn new(rpc: &'static str, answer: impl Fn(Q) -> Answer<A> + Send + 'static) -> Self {
        let answer = Box::new(answer);
        Self { rpc, answer }
    }
}

impl<Q, A: 'static> Handler<Q, A> {
    fn handle(&self, request: Request<Q>) -> BoxFuture<'static, Result<Response<A>, Status>> {
        let rpc = self.rpc;
        let answer = AssertUnwindSafe((self.answer)(request.into_inner())).catch_unwind();
        Box::pin(answer.map(move |answer| {
            let answer = answer.unwrap_or_else(|_| Err(panicked(rpc)))?;
            Ok(Response::new(answer))
        }))
    }
}

impl UnaryService<Bytes> for Handler<Bytes, Outgoing> {
    type Response = Outgoing;
    type Future = BoxFuture<'static, Result<Response<Outgoing>, Status>>;

    fn call(&mut self, request: Request<Bytes>) -> Self::Future {
        self.handle(request)
    }
}

impl ServerStreamingService<Bytes> for Handler<Bytes, Many> {
    type Response = Outgoing;
    type ResponseStream = Many;
    type Future = BoxFuture<'static, Result<Response<Many>, Status>>;

    fn call(&mut self, request: Request<Bytes>) -> Self::Future {
        self.handle(request)
    }
}

impl ClientStreamingService<Bytes> for Handler<Streaming<Bytes>, Outgoing> {
    type Response = Outgoing;
    type Future = BoxFuture<'static, Result<Response<Outgoing>, Status>>;

    fn call(&mut self, request: Request<Streaming<Bytes>>) -> Self::Future {
        self.handle(request)
    }
}
