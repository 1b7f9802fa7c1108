//! Relays the calls of a host to a provider in another process, as bytes. Messages are not decoded, so fields that this crate does not know survive.

use std::convert::Infallible;
use std::fmt;
use std::future::poll_fn;
use std::task::{Context, Poll};

use tonic::Status;
use tonic::body::Body;
use tonic::client::GrpcService;
use tonic::codegen::StdError;

use terrane_plugin::peer::with_causes;
use terrane_protocol::peer::WireServer;
use terrane_protocol::{BoxFuture, Version};

use crate::client::Channel;

type HttpRequest = http::Request<Body>;
type HttpResponse = http::Response<Body>;

/// Serves a protocol version by calling a provider that serves the same one.
#[derive(Clone)]
pub struct Relay<C> {
    channel: C,
    version: Version,
}

impl<C> fmt::Debug for Relay<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Relay")
            .field("version", &self.version)
            .finish_non_exhaustive()
    }
}

impl<C: Channel> Relay<C> {
    /// Relays calls to the provider at the other end of a channel.
    pub fn new(channel: C, version: Version) -> Self {
        Self { channel, version }
    }

    /// Returns the name of the served service.
    pub fn name(&self) -> &'static str {
        WireServer::name(self.version)
    }

    async fn send(mut self, request: HttpRequest) -> Result<HttpResponse, StdError> {
        poll_fn(|context| self.channel.poll_ready(context))
            .await
            .map_err(Into::into)?;
        let answer = self.channel.call(request).await.map_err(Into::into)?;
        Ok(answer.map(Body::new))
    }
}

/// The error of a provider that has exited.
fn unreachable(error: &StdError) -> Status {
    let causes = with_causes(&**error);
    Status::unavailable(format!(
        "the provider behind the proxy does not answer: {causes}"
    ))
}

impl<C: Channel> tower_service::Service<HttpRequest> for Relay<C>
where
    <C as GrpcService<Body>>::Future: Send,
{
    type Response = HttpResponse;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<HttpResponse, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: HttpRequest) -> Self::Future {
        let answer = self.clone().send(request);
        Box::pin(async move {
            let answer = answer.await;
            Ok(answer.unwrap_or_else(|error| unreachable(&error).into_http()))
        })
    }
}
