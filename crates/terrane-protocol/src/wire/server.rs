//! Answering: from a gRPC request to a neutral method and back.
//!
//! Whatever happens in a provider ends here as an answer: a panic becomes an error of this one call.

use std::panic::AssertUnwindSafe;
use std::pin::Pin;
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
use tracing::{Span, error_span};

use super::codec::{self, Codec, Encoded, Outgoing};
pub(crate) use super::limit::sendable;
use super::limit::{MAX_MESSAGE_SIZE, fits};
use super::stream::until_error;
use super::{FromWire, Wire};
use crate::{BoxFuture, BoxStream, RpcError};

type HttpRequest = http::Request<Body>;
type HttpResponse = http::Response<Body>;

/// What every line of the log says about a call: the major of the protocol, which is in the service's name.
pub(crate) fn span(service: &'static str) -> Span {
    let major = service.trim_start_matches("tfplugin").split('.').next();
    error_span!(target: "terrane_protocol::request", "call", tf_proto_version = major)
}

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

/// Answers one message with one.
pub(crate) fn unary(
    rpc: &'static str,
    http: HttpRequest,
    answer: impl Fn(Bytes) -> Answer<Outgoing> + Send + 'static,
) -> BoxFuture<'static, HttpResponse> {
    let handler = Handler::new(rpc, answer);
    Box::pin(async move { grpc().unary(handler, http).await })
}

/// Answers one message with many.
pub(crate) fn server_streaming(
    rpc: &'static str,
    http: HttpRequest,
    answer: impl Fn(Bytes) -> Answer<Many> + Send + 'static,
) -> BoxFuture<'static, HttpResponse> {
    let handler = Handler::new(rpc, answer);
    Box::pin(async move { grpc().server_streaming(handler, http).await })
}

/// Answers many messages with one.
pub(crate) fn client_streaming(
    rpc: &'static str,
    http: HttpRequest,
    answer: impl Fn(Streaming<Bytes>) -> Answer<Outgoing> + Send + 'static,
) -> BoxFuture<'static, HttpResponse> {
    let handler = Handler::new(rpc, answer);
    let http = http.map(|body| Body::new(body.map_err(given_up)));
    Box::pin(async move { grpc().client_streaming(handler, http).await })
}

/// Reads one request.
pub(crate) fn request<Q: FromWire<WQ>, WQ: Message + Default>(
    rpc: &'static str,
    message: Bytes,
) -> Result<Q, RpcError> {
    codec::read::<Q, WQ>(message)
        .map_err(|error| RpcError::invalid_argument(format!("malformed {rpc} request: {error}")))
}

/// Reads the requests of a stream.
pub(crate) fn requests<Q: FromWire<WQ> + Send + 'static, WQ: Message + Default>(
    rpc: &'static str,
    messages: Streaming<Bytes>,
) -> BoxStream<Q> {
    until_error(messages.map(move |message| request::<Q, WQ>(rpc, message?)))
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
pub(crate) fn unknown_rpc(service: &str, path: &str) -> HttpResponse {
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
