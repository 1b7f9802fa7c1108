//! Relays the calls of a host to a provider in another process, as bytes.
//!
//! The messages of both protocol versions have the same fields, with few exceptions. So a message passes without being decoded, and fields that this
//! crate does not know survive. [`translate`] lists the exceptions, for a provider that serves another version than the host asks for.

mod answer;
mod editor;
mod frame;
mod kind;
mod translate;

use std::convert::Infallible;
use std::fmt;
use std::task::{Context, Poll};

use bytes::BytesMut;
use http::HeaderMap;
use http::header::{CONTENT_LENGTH, CONTENT_TYPE, TE};
use http::uri::PathAndQuery;
use http_body_util::{BodyExt, Full};
use terrane_plugin::MAX_MESSAGE_SIZE;
use tonic::Status;
use tonic::body::Body;
use tonic::client::GrpcService;
use tonic::codegen::StdError;
use tonic::metadata::GRPC_CONTENT_TYPE;

use self::answer::{Translated, malformed, unreadable};
use self::editor::Editor;
use self::kind::Kind;
use self::translate::Translation;
use super::client::Channel;
use super::names::Names;
use super::server::Served;
use crate::error::with_causes;
use crate::{BoxFuture, Provider, Version};

type HttpRequest = http::Request<Body>;
type HttpResponse = http::Response<Body>;

/// Serves one protocol version by calling a provider that serves this or the other version.
#[derive(Clone)]
pub struct Relay<C> {
    channel: C,
    served: Version,
    called: Version,
}

impl<C> fmt::Debug for Relay<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Relay")
            .field("served", &self.served)
            .field("called", &self.called)
            .finish_non_exhaustive()
    }
}

impl<C: Channel> Relay<C> {
    /// Relays calls of the version `served` to a provider of the version `called`.
    pub fn new(channel: C, served: Version, called: Version) -> Self {
        Self {
            channel,
            served,
            called,
        }
    }

    /// Returns the name of the served service.
    pub fn name(&self) -> &'static str {
        service(self.served)
    }

    /// Returns whether all schemas of the provider can be translated. They are not decoded, and only a chunk of them is in memory at a time.
    pub async fn translates_schemas(&self) -> bool {
        let translation = |names: &&Names| Translation::of(names, self.served);
        let schemas = rpcs()
            .find(|names| matches!(translation(names), Translation::Answer(Kind::Schemas)))
            .and_then(|names| names.of(self.served));
        let request = http::Request::post(schemas.unwrap_or_default())
            .version(http::Version::HTTP_2)
            .header(TE, "trailers")
            .header(CONTENT_TYPE, GRPC_CONTENT_TYPE)
            .body(Body::new(Full::from(frame::EMPTY)));
        let Ok(request) = request else { return false };
        match self.clone().relay(request).await {
            Ok(answer) => answer::succeeds(answer.into_body()).await,
            Err(_) => false,
        }
    }

    async fn relay(mut self, mut request: HttpRequest) -> Result<HttpResponse, Status> {
        let translation = match self.served == self.called {
            true => Translation::None,
            false => self.redirect(&mut request)?,
        };
        match translation {
            Translation::None => self.send(request).await,
            Translation::Answer(kind) => {
                // An edited answer must not be compressed.
                request.headers_mut().remove("grpc-accept-encoding");
                let mut answer = self.send(request).await?;
                answer.headers_mut().remove(CONTENT_LENGTH);
                let editor = Editor::new(kind, self.called);
                Ok(answer.map(|body| Body::new(Translated::new(body, editor))))
            }
            Translation::PreparedConfig => {
                request.headers_mut().remove("grpc-accept-encoding");
                let (parts, body) = request.into_parts();
                let (body, _) = whole(body).await?;
                let config = translate::config(&body).map_err(|error| {
                    Status::invalid_argument(format!("malformed request: {error}"))
                })?;
                let body = Body::new(Full::new(body.freeze()));
                let answer = self.send(HttpRequest::from_parts(parts, body)).await?;
                extended(answer, &config).await
            }
        }
    }

    /// Changes the path of a request to that of the called version.
    fn redirect(&self, request: &mut HttpRequest) -> Result<Translation, Status> {
        let path = request.uri().path();
        let found = rpcs().find(|names| names.of(self.served) == Some(path));
        let (path, translation) = match found {
            Some(names) => {
                let path = names.path(self.called)?;
                (
                    PathAndQuery::from_static(path),
                    Translation::of(names, self.served),
                )
            }
            // An RPC that this crate does not know has the same name in both versions.
            None => {
                let rpc = path.rsplit('/').next().unwrap_or_default();
                let path = format!("/{}/{rpc}", service(self.called));
                let path = path
                    .parse()
                    .map_err(|_| Status::invalid_argument("the path is malformed"))?;
                (path, Translation::None)
            }
        };
        let mut uri = request.uri().clone().into_parts();
        uri.path_and_query = Some(path);
        *request.uri_mut() = http::Uri::from_parts(uri)
            .map_err(|error| Status::invalid_argument(error.to_string()))?;
        Ok(translation)
    }

    async fn send(&mut self, request: HttpRequest) -> Result<HttpResponse, Status> {
        let answer = async {
            std::future::poll_fn(|context| self.channel.poll_ready(context))
                .await
                .map_err(Into::into)?;
            self.channel.call(request).await.map_err(Into::into)
        };
        let answer = answer.await.map_err(|error| unreachable(&error))?;
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

/// Appends fields to the message of an answer.
async fn extended(answer: HttpResponse, fields: &[u8]) -> Result<HttpResponse, Status> {
    let (mut parts, body) = answer.into_parts();
    let (mut body, trailers) = whole(body).await?;
    // An error has no message.
    if !body.is_empty() {
        frame::extend(&mut body, fields).map_err(malformed)?;
    }
    parts.headers.remove(CONTENT_LENGTH);
    let body = Full::new(body.freeze()).with_trailers(async move { trailers.map(Ok) });
    Ok(HttpResponse::from_parts(parts, Body::new(body)))
}

/// Reads a whole body, and its trailers.
async fn whole(mut body: Body) -> Result<(BytesMut, Option<HeaderMap>), Status> {
    let limit = MAX_MESSAGE_SIZE + frame::HEADER;
    let (mut bytes, mut trailers) = (BytesMut::new(), None);
    while let Some(frame) = body.frame().await {
        match frame.map_err(unreadable)?.into_data() {
            Ok(data) => {
                if bytes.len() + data.len() > limit {
                    return Err(Status::resource_exhausted("the message is too large"));
                }
                bytes.extend_from_slice(&data);
            }
            Err(frame) => trailers = frame.into_trailers().ok(),
        }
    }
    Ok((bytes, trailers))
}

/// The names of all RPCs.
fn rpcs() -> impl Iterator<Item = &'static Names> {
    <dyn Provider as Served>::RPCS.iter().map(|rpc| &rpc.paths)
}

/// The name of the service in a protocol version.
fn service(version: Version) -> &'static str {
    <dyn Provider as Served>::NAMES
        .of(version)
        .unwrap_or_default()
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
        let relay = self.clone();
        Box::pin(async move { Ok(relay.relay(request).await.unwrap_or_else(Status::into_http)) })
    }
}
