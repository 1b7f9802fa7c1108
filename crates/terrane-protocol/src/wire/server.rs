//! Answering: from a gRPC request to a neutral method and back.
//!
//! Whatever happens in a provider ends here as an answer: a panic becomes an error of this one call.

use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
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

use super::Wire;
use super::codec::{Codec, Encoded, Frame};
use super::limit::{MAX_MESSAGE_SIZE, fits, sendable};
use super::stream::until_error;
use crate::{BoxFuture, BoxStream, GetProviderSchemaResponse, RpcError};

type HttpRequest = http::Request<Body>;
type HttpResponse = http::Response<Body>;

/// What every line of the log says about a call: the major of the protocol, which is in the service's name.
pub(crate) fn span(service: &'static str) -> Span {
    let major = service.trim_start_matches("tfplugin").split('.').next();
    error_span!(target: "terrane_protocol::request", "call", tf_proto_version = major)
}

/// A call of the provider on its way.
pub(crate) type Call<A> = BoxFuture<'static, Result<A, RpcError>>;

/// Answers one message with one.
pub(crate) fn unary<Q, WQ, A, WA>(
    rpc: &'static str,
    http: HttpRequest,
    call: impl Fn(Q) -> Call<A> + Send + 'static,
) -> BoxFuture<'static, HttpResponse>
where
    Q: Wire<WQ> + 'static,
    WQ: Message + Default + 'static,
    A: Wire<WA> + 'static,
    WA: Message + 'static,
{
    let handler = Handler::new(move |message| {
        let call = read(rpc, message).map(&call);
        async move { Ok(sendable(guarded(rpc, call?).await?)?) }
    });
    Box::pin(async move { grpc::<WA, WQ>().unary(handler, http).await })
}

/// Answers one message with one that was encoded before, if it is the same.
pub(crate) fn schema<Q, WQ>(
    rpc: &'static str,
    http: HttpRequest,
    cache: Arc<SchemaCache>,
    encode: fn(&GetProviderSchemaResponse) -> Bytes,
    call: impl Fn(Q) -> Call<Arc<GetProviderSchemaResponse>> + Send + 'static,
) -> BoxFuture<'static, HttpResponse>
where
    Q: Wire<WQ> + 'static,
    WQ: Message + Default + 'static,
{
    let handler = Handler::new(move |message| {
        let call = read(rpc, message).map(&call);
        let cache = Arc::clone(&cache);
        async move {
            let answer = guarded(rpc, call?).await?;
            let encoded = cache.encoded(answer, encode);
            fits(encoded.len())?;
            Ok(Encoded(encoded))
        }
    });
    Box::pin(async move { grpc::<Encoded, WQ>().unary(handler, http).await })
}

/// Answers one message with many.
pub(crate) fn server_streaming<Q, WQ, A, WA>(
    rpc: &'static str,
    http: HttpRequest,
    call: impl Fn(Q) -> Call<BoxStream<A>> + Send + 'static,
) -> BoxFuture<'static, HttpResponse>
where
    Q: Wire<WQ> + 'static,
    WQ: Message + Default + 'static,
    A: Wire<WA> + 'static,
    WA: Message + 'static,
{
    let handler = Handler::new(move |message| {
        let call = read(rpc, message).map(&call);
        async move {
            let events = AssertUnwindSafe(guarded(rpc, call?).await?).catch_unwind();
            let events = events.map(move |event| match event {
                Ok(event) => Ok(sendable(event?)?),
                Err(_) => Err(panicked(rpc).into()),
            });
            Ok(WireStream::<WA>(Box::pin(events)))
        }
    });
    Box::pin(async move { grpc::<WA, WQ>().server_streaming(handler, http).await })
}

/// Answers many messages with one.
pub(crate) fn client_streaming<Q, WQ, A, WA>(
    rpc: &'static str,
    http: HttpRequest,
    call: impl Fn(BoxStream<Q>) -> Call<A> + Send + 'static,
) -> BoxFuture<'static, HttpResponse>
where
    Q: Wire<WQ> + Send + 'static,
    WQ: Message + Default + 'static,
    A: Wire<WA> + 'static,
    WA: Message + 'static,
{
    let handler = Handler::new(move |messages: Streaming<WQ>| {
        let requests = messages.map(move |message| Ok(read(rpc, message?)?));
        let call = call(until_error(requests));
        async move { Ok(sendable(guarded(rpc, call).await?)?) }
    });
    let http = http.map(|body| Body::new(body.map_err(given_up)));
    Box::pin(async move { grpc::<WA, WQ>().client_streaming(handler, http).await })
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

/// Keeps the encoded schemas for as long as the provider hands out the same ones.
#[derive(Debug, Default)]
pub(crate) struct SchemaCache(Mutex<Option<(Arc<GetProviderSchemaResponse>, Bytes)>>);

impl SchemaCache {
    pub(crate) fn encoded(
        &self,
        answer: Arc<GetProviderSchemaResponse>,
        encode: fn(&GetProviderSchemaResponse) -> Bytes,
    ) -> Bytes {
        let mut cached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*cached {
            Some((known, bytes)) if Arc::ptr_eq(known, &answer) => bytes.clone(),
            _ => {
                let bytes = encode(&answer);
                *cached = Some((answer, bytes.clone()));
                bytes
            }
        }
    }
}

fn grpc<E: Frame, D: Message + Default + 'static>() -> Grpc<Codec<E, D>> {
    Grpc::new(Codec::server())
        .max_decoding_message_size(MAX_MESSAGE_SIZE)
        .max_encoding_message_size(MAX_MESSAGE_SIZE)
}

fn read<Q: Wire<WQ>, WQ>(rpc: &'static str, message: WQ) -> Result<Q, Status> {
    Q::from_wire(message)
        .map_err(|error| Status::invalid_argument(format!("malformed {rpc} request: {error}")))
}

/// Runs a call of the provider; a panic is an error.
async fn guarded<T>(
    rpc: &'static str,
    call: impl Future<Output = Result<T, RpcError>>,
) -> Result<T, RpcError> {
    AssertUnwindSafe(call)
        .catch_unwind()
        .await
        .unwrap_or_else(|_| Err(panicked(rpc)))
}

/// A panic that nothing in the provider has caught. What it said is not told: nobody has searched it for secrets.
fn panicked(rpc: &'static str) -> RpcError {
    RpcError::internal(format!("the provider panicked in {rpc}"))
}

/// A stream of answers. A type of its own, for the same reason that handlers are boxed.
struct WireStream<W>(Pin<Box<dyn Stream<Item = Result<W, Status>> + Send>>);

impl<W> Stream for WireStream<W> {
    type Item = Result<W, Status>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.as_mut().poll_next(cx)
    }
}

/// A function as tonic's server wants it.
///
/// Boxed, because the compiler cannot tell that the future around a closure which returns a boxed future is `Send`.
struct Handler<Q, A>(Box<dyn Fn(Q) -> BoxFuture<'static, Result<A, Status>> + Send>);

impl<Q: 'static, A: 'static> Handler<Q, A> {
    fn new<F>(handle: impl Fn(Q) -> F + Send + 'static) -> Self
    where
        F: Future<Output = Result<A, Status>> + Send + 'static,
    {
        Self(Box::new(move |request| Box::pin(handle(request))))
    }

    fn answer(&self, request: Request<Q>) -> BoxFuture<'static, Result<Response<A>, Status>> {
        let answer = (self.0)(request.into_inner());
        Box::pin(answer.map(|answer| answer.map(Response::new)))
    }
}

impl<Q: 'static, A: 'static> UnaryService<Q> for Handler<Q, A> {
    type Response = A;
    type Future = BoxFuture<'static, Result<Response<A>, Status>>;

    fn call(&mut self, request: Request<Q>) -> Self::Future {
        self.answer(request)
    }
}

impl<Q: 'static, A: 'static> ServerStreamingService<Q> for Handler<Q, WireStream<A>> {
    type Response = A;
    type ResponseStream = WireStream<A>;
    type Future = BoxFuture<'static, Result<Response<WireStream<A>>, Status>>;

    fn call(&mut self, request: Request<Q>) -> Self::Future {
        self.answer(request)
    }
}

impl<Q: 'static, A: 'static> ClientStreamingService<Q> for Handler<Streaming<Q>, A> {
    type Response = A;
    type Future = BoxFuture<'static, Result<Response<A>, Status>>;

    fn call(&mut self, request: Request<Streaming<Q>>) -> Self::Future {
        self.answer(request)
    }
}
