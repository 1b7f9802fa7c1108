//! End-to-end tests of the codecs: from neutral messages to protobuf, to bytes, and back.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod faults;
mod garbage;
mod limits;
mod part;
mod provider;
mod relay;
mod round_trip;
mod sample;
mod schemas;
mod socket;
mod streams;

use std::convert::Infallible;
use std::fmt::Debug;
use std::future::poll_fn;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use tonic::body::Body;
use tower_service::Service;

use terrane_composition::peer::Channel;
use terrane_protocol::*;

/// The server of a provider in one protocol version.
fn server(version: Version, provider: Arc<dyn Provider>) -> peer::WireServer {
    peer::WireServer::new(provider, version)
}

/// The provider behind a channel in one protocol version.
fn client(version: Version, channel: impl Channel) -> Arc<dyn Provider> {
    terrane_composition::peer::provider(channel, version)
}

/// The provider behind the encoding of one protocol version.
fn through_wire(version: Version, provider: Arc<dyn Provider>) -> Arc<dyn Provider> {
    client(version, server(version, provider))
}

/// A client of a provider that is served over a socket.
struct Remote {
    client: terrane_plugin_client::Client,
    version: Version,
}

impl Remote {
    async fn connect(running: &terrane_plugin::Running) -> Self {
        let client = terrane_plugin_client::Client::reattach(running.reattach())
            .await
            .unwrap();
        let version = Version::from_number(client.version()).unwrap();
        Self { client, version }
    }

    fn provider(&self) -> Arc<dyn Provider> {
        client(self.version, self.client.channel())
    }
}

/// Makes a gRPC call with raw bytes: sends a frame, and returns the status code and its message.
async fn call_raw<S>(server: &mut S, path: &str, body: Bytes) -> (i32, String)
where
    S: Service<http::Request<Body>, Response = http::Response<Body>, Error: Debug>,
{
    call_with(server, path, Full::new(body)).await
}

/// Makes a gRPC call with any kind of body, and returns the status code and its message.
async fn call_with<S, B>(server: &mut S, path: &str, body: B) -> (i32, String)
where
    S: Service<http::Request<Body>, Response = http::Response<Body>, Error: Debug>,
    B: tonic::codegen::Body<Data = Bytes, Error: Into<tonic::codegen::StdError>> + Send + 'static,
{
    let request = http::Request::post(path)
        .header("content-type", "application/grpc")
        .header("te", "trailers")
        .body(Body::new(body))
        .unwrap();
    poll_fn(|cx| server.poll_ready(cx)).await.unwrap();
    let response = server.call(request).await.unwrap();
    let (head, body) = response.into_parts();
    let trailers = match body.collect().await {
        Ok(body) => body.trailers().cloned().unwrap_or_default(),
        Err(status) => return (status.code() as i32, status.message().to_owned()),
    };
    let text = |name| {
        let value = head.headers.get(name).or_else(|| trailers.get(name));
        value.map(|value| value.to_str().unwrap().to_owned())
    };
    let status = text("grpc-status").expect("every call has a status");
    (
        status.parse().unwrap(),
        text("grpc-message").unwrap_or_default(),
    )
}

/// Wraps a message in a frame.
fn frame(message: &[u8]) -> Bytes {
    let length = u32::try_from(message.len()).unwrap();
    [&[0][..], &length.to_be_bytes(), message].concat().into()
}

/// A channel that records requests, and answers that the peer is unavailable.
#[derive(Clone, Default)]
struct Tap(std::sync::Arc<std::sync::Mutex<Vec<(String, Bytes)>>>);

impl Service<http::Request<Body>> for Tap {
    type Response = http::Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<Body>) -> Self::Future {
        let calls = self.0.clone();
        Box::pin(async move {
            let path = request.uri().path().to_owned();
            let body = request.into_body().collect().await.unwrap().to_bytes();
            calls.lock().unwrap().push((path, body));
            Ok(tonic::Status::unimplemented("a tap answers nothing").into_http())
        })
    }
}
