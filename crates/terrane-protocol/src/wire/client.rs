//! The client: sends a neutral request over a channel and reads the neutral answer.

use bytes::Bytes;
use futures_util::future::{self, Either};
use futures_util::stream::{self, StreamExt};
use http::uri::PathAndQuery;
use prost::Message;
use terrane_plugin::MAX_MESSAGE_SIZE;
use tokio::sync::oneshot;
use tonic::Request;
use tonic::body::Body;
use tonic::client::{Grpc, GrpcService};
use tonic::codegen::{Body as HttpBody, StdError};

use super::codec::{self, Codec, Outgoing, sendable};
use super::differing::Differing;
use super::names::Names;
use super::stream::until_error;
use super::{FromWire, Malformed, Wire};
use crate::{BoxStream, RpcError, Version};

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

/// Calls the RPCs of one protocol version's services over a channel.
#[derive(Clone)]
pub(crate) struct Client<C> {
    channel: C,
    pub(super) version: Version,
}

impl<C: Channel> Client<C> {
    pub(crate) fn new(channel: C, version: Version) -> Self {
        Self { channel, version }
    }

    /// Calls a unary RPC: one request message, one response message.
    pub(crate) async fn unary<Q, WQ, A, WA>(
        &self,
        paths: &'static Names,
        request: Q,
    ) -> Result<A, RpcError>
    where
        Q: Wire<WQ>,
        WQ: Message + 'static,
        A: FromWire<WA>,
        WA: Message + Default,
    {
        let path = paths.path(self.version)?;
        let message = self.exchange(path, sendable::<_, WQ>(request)?).await?;
        read::<_, WA>(path, message)
    }

    /// Calls a unary RPC whose response differs between the protocol versions.
    pub(crate) async fn differing<Q, WQ, A>(
        &self,
        paths: &'static Names,
        request: Q,
    ) -> Result<A, RpcError>
    where
        Q: Wire<WQ>,
        WQ: Message + 'static,
        A: Differing,
    {
        let path = paths.path(self.version)?;
        let message = self.exchange(path, sendable::<_, WQ>(request)?).await?;
        A::read(message, self.version).map_err(|error| malformed(path, &error))
    }

    /// Calls a server-streaming RPC: one request message, many response messages.
    pub(crate) async fn server_streaming<Q, WQ, A, WA>(
        &self,
        paths: &'static Names,
        request: Q,
    ) -> Result<BoxStream<A>, RpcError>
    where
        Q: Wire<WQ>,
        WQ: Message + 'static,
        A: FromWire<WA> + Send + 'static,
        WA: Message + Default + 'static,
    {
        let path = paths.path(self.version)?;
        let mut grpc = self.ready().await?;
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

    /// Calls a client-streaming RPC: many request messages, one response message.
    ///
    /// An error in the request stream cancels the whole call. Otherwise the server would accept an incomplete stream as complete.
    pub(crate) async fn client_streaming<Q, WQ, A, WA>(
        &self,
        paths: &'static Names,
        requests: BoxStream<Q>,
    ) -> Result<A, RpcError>
    where
        Q: Wire<WQ> + Send + 'static,
        WQ: Message + 'static,
        A: FromWire<WA>,
        WA: Message + Default + 'static,
    {
        let path = paths.path(self.version)?;
        let mut grpc = self.ready().await?;
        let (failed, failure) = oneshot::channel();
        let messages =
            stream::unfold(
                (requests, failed),
                async |(mut requests, failed)| match requests
                    .next()
                    .await?
                    .and_then(sendable::<_, WQ>)
                {
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

    /// Sends one message and receives one. Messages of all types share this code.
    async fn exchange(&self, path: &'static str, message: Outgoing) -> Result<Bytes, RpcError> {
        let mut grpc = self.ready().await?;
        let path = PathAndQuery::from_static(path);
        let response = grpc.unary(Request::new(message), path, Codec).await?;
        Ok(response.into_inner())
    }

    async fn ready(&self) -> Result<Grpc<C>, RpcError> {
        let mut grpc = Grpc::new(self.channel.clone())
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
}

fn read<A: FromWire<WA>, WA: Message + Default>(
    path: &'static str,
    message: Bytes,
) -> Result<A, RpcError> {
    codec::read::<A, WA>(message).map_err(|error| malformed(path, &error))
}

fn malformed(path: &'static str, error: &Malformed) -> RpcError {
    RpcError::internal(format!("malformed response from {path}: {error}"))
}
