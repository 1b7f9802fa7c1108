//! Calling: from a neutral request to a neutral answer over a channel.

use bytes::Bytes;
use futures_util::future::{self, Either};
use futures_util::stream::{self, StreamExt};
use http::uri::PathAndQuery;
use prost::Message;
use tokio::sync::oneshot;
use tonic::Request;
use tonic::body::Body;
use tonic::client::{Grpc, GrpcService};
use tonic::codegen::{Body as HttpBody, StdError};

use super::codec::{self, Codec};
use super::limit::{MAX_MESSAGE_SIZE, sendable};
use super::stream::until_error;
use super::{FromWire, Wire};
use crate::{BoxStream, RpcError};

/// What carries calls: a connection, or a server in this process.
pub(crate) trait Channel:
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

/// Calls with one message, answered by one.
pub(crate) async fn unary<C, Q, WQ, A, WA>(
    channel: &C,
    path: &'static str,
    request: Q,
) -> Result<A, RpcError>
where
    C: Channel,
    Q: Wire<WQ>,
    WQ: Message + 'static,
    A: FromWire<WA>,
    WA: Message + Default,
{
    let mut grpc = ready(channel).await?;
    let request = Request::new(sendable::<_, WQ>(request)?);
    let path_and_query = PathAndQuery::from_static(path);
    let response = grpc.unary(request, path_and_query, Codec).await?;
    read::<_, WA>(path, response.into_inner())
}

/// Calls with one message, answered by many.
pub(crate) async fn server_streaming<C, Q, WQ, A, WA>(
    channel: &C,
    path: &'static str,
    request: Q,
) -> Result<BoxStream<A>, RpcError>
where
    C: Channel,
    Q: Wire<WQ>,
    WQ: Message + 'static,
    A: FromWire<WA> + Send + 'static,
    WA: Message + Default + 'static,
{
    let mut grpc = ready(channel).await?;
    let request = Request::new(sendable::<_, WQ>(request)?);
    let path_and_query = PathAndQuery::from_static(path);
    let response = grpc
        .server_streaming(request, path_and_query, Codec)
        .await?;
    let events = response.into_inner();
    Ok(until_error(
        events.map(move |event| read::<_, WA>(path, event?)),
    ))
}

/// Calls with many messages, answered by one.
///
/// An error in the stream gives the whole call up: the other side must not take the messages before it for all.
pub(crate) async fn client_streaming<C, Q, WQ, A, WA>(
    channel: &C,
    path: &'static str,
    requests: BoxStream<Q>,
) -> Result<A, RpcError>
where
    C: Channel,
    Q: Wire<WQ> + Send + 'static,
    WQ: Message + 'static,
    A: FromWire<WA>,
    WA: Message + Default + 'static,
{
    let mut grpc = ready(channel).await?;
    let (failed, failure) = oneshot::channel();
    let messages = stream::unfold(
        (requests, failed),
        async |(mut requests, failed)| match requests.next().await?.and_then(sendable::<_, WQ>) {
            Ok(request) => Some((request, (requests, failed))),
            Err(error) => {
                let _ = failed.send(error);
                future::pending().await
            }
        },
    );
    let call = grpc.client_streaming(
        Request::new(messages),
        PathAndQuery::from_static(path),
        Codec,
    );
    match future::select(std::pin::pin!(call), failure).await {
        Either::Left((response, _)) => read::<_, WA>(path, response?.into_inner()),
        Either::Right((Ok(error), _)) => Err(error),
        Either::Right((Err(_), call)) => read::<_, WA>(path, call.await?.into_inner()),
    }
}

async fn ready<C: Channel>(channel: &C) -> Result<Grpc<C>, RpcError> {
    let mut grpc = Grpc::new(channel.clone())
        .max_decoding_message_size(MAX_MESSAGE_SIZE)
        .max_encoding_message_size(MAX_MESSAGE_SIZE);
    match grpc.ready().await {
        Ok(()) => Ok(grpc),
        Err(error) => Err(RpcError::unavailable(format!(
            "the provider cannot be reached: {}",
            error.into()
        ))),
    }
}

fn read<A: FromWire<WA>, WA: Message + Default>(
    path: &'static str,
    message: Bytes,
) -> Result<A, RpcError> {
    codec::read::<A, WA>(message)
        .map_err(|error| RpcError::internal(format!("malformed response from {path}: {error}")))
}
