//! An API without a network.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use futures_core::future::BoxFuture;
use futures_util::stream;
use http::{HeaderMap, HeaderName, HeaderValue, Request, Response, StatusCode};
use serde_json::Value as Json;
use terrane::context::ConfigureContext;
use terrane_api::transport::{Body, Broken, Transport};
use terrane_api::{Builder, Client};
use tokio::time::Instant;

/// A request that the API has received.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    /// Such as `GET /v1/pets?page=1`.
    pub(crate) line: String,
    pub(crate) host: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
    pub(crate) at: Instant,
}

impl Seen {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|it| it.to_str().unwrap())
    }
}

/// What becomes of a request.
pub(crate) enum Reply {
    Answer(StatusCode, HeaderMap, Bytes),
    /// The API was not reached.
    Unsent,
    /// The connection ends before the answer.
    Lost,
    /// There is no answer.
    Hang,
    /// Another reply, some time later.
    Later(Duration, Box<Reply>),
}

/// An answer in JSON.
pub(crate) fn ok(body: Json) -> Reply {
    status(200, body)
}

pub(crate) fn status(status: u16, body: Json) -> Reply {
    let body = if body.is_null() {
        Bytes::new()
    } else {
        body.to_string().into()
    };
    Reply::Answer(
        StatusCode::from_u16(status).unwrap(),
        HeaderMap::new(),
        body,
    )
}

impl Reply {
    pub(crate) fn with(mut self, name: &'static str, value: &str) -> Self {
        if let Self::Answer(_, headers, _) = &mut self {
            let value = HeaderValue::from_str(value).unwrap();
            headers.append(HeaderName::from_static(name), value);
        }
        self
    }
}

type Answers = dyn Fn(&Seen) -> Reply + Send + Sync;

/// The API, and the requests that it has received.
#[derive(Clone)]
pub(crate) struct Fake {
    seen: Arc<Mutex<Vec<Seen>>>,
    answers: Arc<Answers>,
}

impl Fake {
    pub(crate) fn new(answers: impl Fn(&Seen) -> Reply + Send + Sync + 'static) -> Self {
        Self {
            seen: Arc::default(),
            answers: Arc::new(answers),
        }
    }

    /// An API that answers one request after the other. The last answer is repeated.
    pub(crate) fn script(replies: Vec<fn() -> Reply>) -> Self {
        let next = Mutex::new(0);
        Self::new(move |_| {
            let mut next = next.lock().unwrap();
            let reply = replies[(*next).min(replies.len() - 1)]();
            *next += 1;
            reply
        })
    }

    pub(crate) fn builder(&self) -> Builder {
        Client::builder("https://api.test/v1").transport(self.clone())
    }

    pub(crate) fn client(&self) -> Client {
        built(self.builder())
    }

    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }

    pub(crate) fn lines(&self) -> Vec<String> {
        self.seen().into_iter().map(|seen| seen.line).collect()
    }
}

pub(crate) fn built(builder: Builder) -> Client {
    builder.build(&ConfigureContext::default()).unwrap()
}

impl Transport for Fake {
    fn send(&self, request: Request<Bytes>) -> BoxFuture<'_, Result<Response<Body>, Broken>> {
        let (head, body) = request.into_parts();
        let target = head.uri.path_and_query().unwrap();
        let seen = Seen {
            line: format!("{} {target}", head.method),
            host: head.uri.host().unwrap().to_owned(),
            headers: head.headers,
            body,
            at: Instant::now(),
        };
        self.seen.lock().unwrap().push(seen.clone());
        let reply = (self.answers)(&seen);
        Box::pin(async move {
            let reply = match reply {
                Reply::Later(time, reply) => {
                    tokio::time::sleep(time).await;
                    *reply
                }
                reply => reply,
            };
            match reply {
                Reply::Answer(status, headers, body) => {
                    let body: Body = Box::pin(stream::iter([Ok(body)]));
                    let mut response = Response::new(body);
                    *response.status_mut() = status;
                    *response.headers_mut() = headers;
                    Ok(response)
                }
                Reply::Unsent => Err(Broken::unsent("connection refused")),
                Reply::Lost => Err(Broken::sent("connection reset")),
                Reply::Hang | Reply::Later(..) => std::future::pending().await,
            }
        })
    }
}
