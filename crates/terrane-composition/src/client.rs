//! The client: sends a request over a channel and reads the response.

use bytes::Bytes;
use futures_util::future::{self, Either};
use futures_util::stream::{self, Stream, StreamExt, TryStreamExt};
use http::uri::PathAndQuery;
use terrane_plugin::MAX_MESSAGE_SIZE;
use tokio::sync::oneshot;
use tonic::Status;
use tonic::body::Body;
use tonic::client::{Grpc, GrpcService};
use tonic::codegen::{Body as HttpBody, StdError};

use terrane_protocol::peer::{self, Codec, Messages, Outgoing};
use terrane_protocol::{
    BoxStream, Provider, Request, ResponseFuture, Rpc, RpcCode, RpcError, Version,
};

/// The transport of calls: a connection, or a server in this process.
pub trait Channel:
    GrpcService<
        Body,
        ResponseBody: HttpBody<Data = Bytes, Error: Into<StdError>> + Send + 'static,
        Future: Send,
    > + Clone
    + Send
    + Sync
    + 'static
{
}

impl<C> Channel for C where
    C: GrpcService<
            Body,
            ResponseBody: HttpBody<Data = Bytes, Error: Into<StdError>> + Send + 'static,
            Future: Send,
        > + Clone
        + Send
        + Sync
        + 'static
{
}

/// Calls the RPCs of one protocol version over a channel.
pub(crate) struct Client<C> {
    channel: C,
    version: Version,
}

impl<C: Channel> Client<C> {
    pub(crate) fn new(channel: C, version: Version) -> Self {
        Self { channel, version }
    }

    /// Sends bytes as the message of a request, and discards the response.
    pub(crate) async fn send(&self, rpc: Rpc, message: Bytes) -> Result<(), RpcError> {
        let path = peer::path(rpc, self.version)?;
        let messages = stream::once(future::ready(Outgoing::encoded(message)?));
        let mut grpc = self.ready().await?;
        exchange(&mut grpc, path, messages, false).await?;
        Ok(())
    }

    async fn ready(&self) -> Result<Grpc<C>, RpcError> {
        let mut grpc = Grpc::new(self.channel.clone())
            .max_decoding_message_size(MAX_MESSAGE_SIZE)
            .max_encoding_message_size(MAX_MESSAGE_SIZE);
        match grpc.ready().await {
            Ok(()) => Ok(grpc),
            Err(error) => Err(RpcError::new(
                RpcCode::Unavailable,
                format!("the provider cannot be reached: {}", error.into()),
            )),
        }
    }
}

impl<C: Channel> Provider for Client<C> {
    fn call(&self, request: Request) -> ResponseFuture<'_> {
        Box::pin(async move {
            let (rpc, version) = (request.rpc(), self.version);
            let path = peer::path(rpc, version)?;
            let messages = Messages::write(request, version)?;
            let mut grpc = self.ready().await?;
            let is_stream = peer::answers_with_stream(rpc);
            let messages = match messages {
                Messages::One(message) => {
                    let messages = stream::once(future::ready(message));
                    exchange(&mut grpc, path, messages, is_stream).await?
                }
                Messages::Many(messages) => {
                    exchange_stream(&mut grpc, path, messages, is_stream).await?
                }
            };
            messages.read(rpc, version)
        })
    }
}

/// Sends the messages of a request, and receives those of the response.
async fn exchange<C: Channel>(
    grpc: &mut Grpc<C>,
    path: &'static str,
    messages: impl Stream<Item = Outgoing> + Send + 'static,
    is_stream: bool,
) -> Result<Messages, RpcError> {
    let request = tonic::Request::new(messages);
    let response = grpc.streaming(request, PathAndQuery::from_static(path), Codec);
    let mut received = response.await?.into_inner();
    if is_stream {
        return Ok(Messages::Many(Box::pin(received.map_err(RpcError::from))));
    }
    let missing = || Status::internal("Missing response message.");
    let message = received.message().await?.ok_or_else(missing)?;
    // They may contain an error.
    received.trailers().await?;
    Ok(Messages::One(message))
}

/// Sends a stream of messages.
///
/// An error in the stream cancels the whole call. Otherwise the server would accept an incomplete stream as complete.
async fn exchange_stream<C: Channel>(
    grpc: &mut Grpc<C>,
    path: &'static str,
    messages: BoxStream<Outgoing>,
    is_stream: bool,
) -> Result<Messages, RpcError> {
    let (failed, failure) = oneshot::channel();
    let messages = stream::unfold(
        (messages, failed),
        async |(mut messages, failed)| match messages.next().await? {
            Ok(message) => Some((message, (messages, failed))),
            Err(error) => {
                let _ = failed.send(error);
                future::pending().await
            }
        },
    );
    let call = std::pin::pin!(exchange(grpc, path, messages, is_stream));
    match future::select(call, failure).await {
        Either::Left((received, _)) => received,
        Either::Right((Ok(error), _)) => Err(error),
        Either::Right((Err(_), call)) => call.await,
    }
}
