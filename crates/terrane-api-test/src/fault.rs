//! Faults of an API, which tests cause at a request.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{fmt, io};

use bytes::Bytes;
use futures_core::future::BoxFuture;
use http::header::AUTHORIZATION;
use http::{Request, Response};
use serde_json::{Value as Json, json};
use terrane_api::transport::{Body, Broken, Transport};

use crate::answer::Stale;
use crate::cassette::Recorder;
use crate::fake::Reply;

/// A fault of one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Fault {
    /// The answer is late.
    Slow,
    /// The request is not carried out: status 429 with `Retry-After`.
    Limited,
    /// The request is not carried out: status 503.
    Unavailable,
    /// The connection ends before the request is carried out.
    CutBefore,
    /// The request is carried out, and the connection ends before the answer.
    CutAfter,
    /// The answer shows the state before the last change. It has an effect on a [`Fake`](crate::Fake) and requests that read.
    Stale,
    /// The request is carried out twice, and the second answer is sent.
    Duplicate,
    /// The request is not carried out: status 401.
    Unauthorized,
}

impl Fault {
    /// All faults.
    pub const ALL: [Self; 8] = [
        Self::Slow,
        Self::Limited,
        Self::Unavailable,
        Self::CutBefore,
        Self::CutAfter,
        Self::Stale,
        Self::Duplicate,
        Self::Unauthorized,
    ];
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Slow => "a late answer",
            Self::Limited => "429 with `Retry-After`",
            Self::Unavailable => "503",
            Self::CutBefore => "connection cut before the request was applied",
            Self::CutAfter => "connection cut after the request was applied",
            Self::Stale => "a stale read",
            Self::Duplicate => "a request that arrives twice",
            Self::Unauthorized => "401",
        })
    }
}

/// How long a late answer takes.
const LATE: Duration = Duration::from_millis(50);

/// An API with faults and a log of its requests. A clone has the same ones.
///
/// # Examples
///
/// ```
/// use terrane_api_test::{Fake, Fault, Faulty};
///
/// let api = Faulty::new(Fake::new(()));
/// api.cause(Fault::CutAfter, 0);
/// assert!(api.lines().is_empty());
/// ```
#[derive(Debug)]
pub struct Faulty<T>(Recorder<Faults<T>>);

/// The API behind its faults.
#[derive(Debug)]
struct Faults<T> {
    api: T,
    shared: Mutex<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    /// The faults by the number of the request, counted from 0.
    faults: HashMap<usize, Fault>,
    lines: Vec<String>,
}

impl<T: Transport> Faulty<T> {
    /// Adds faults to an API.
    pub fn new(api: T) -> Self {
        let shared = Mutex::default();
        Self(Recorder::new(Faults { api, shared }))
    }

    /// Plans a fault for a request. The first request has the number 0.
    pub fn cause(&self, fault: Fault, request: usize) {
        self.0.api().shared().faults.insert(request, fault);
    }

    /// Returns the requests so far, such as `GET /v1/pets/1`.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        self.0.api().shared().lines.clone()
    }

    /// Returns the cassette of all answers, without secrets.
    pub(crate) fn cassette(&self, secrets: &[String]) -> io::Result<String> {
        let recorder = secrets.iter().fold(self.0.clone(), Recorder::secret);
        recorder.text()
    }
}

impl<T: Transport> Faults<T> {
    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Logs a request, and returns its fault.
    fn next(&self, request: &Request<Bytes>) -> Option<Fault> {
        let target = request.uri().path_and_query().map_or("/", |it| it.as_str());
        let line = format!("{} {target}", request.method());
        let mut shared = self.shared();
        let number = shared.lines.len();
        shared.lines.push(line);
        shared.faults.get(&number).copied()
    }
}

impl<T: Transport> Transport for Faulty<T> {
    fn send(&self, request: Request<Bytes>) -> BoxFuture<'_, Result<Response<Body>, Broken>> {
        self.0.send(request)
    }
}

impl<T: Transport> Transport for Faults<T> {
    fn send(&self, mut request: Request<Bytes>) -> BoxFuture<'_, Result<Response<Body>, Broken>> {
        let fault = self.next(&request);
        Box::pin(async move {
            match fault {
                None => {}
                Some(Fault::Slow) => tokio::time::sleep(LATE).await,
                Some(Fault::Limited) => {
                    return Ok(refusal(429, &request).header("retry-after", "0").response());
                }
                Some(Fault::Unavailable) => return Ok(refusal(503, &request).response()),
                Some(Fault::Unauthorized) => return Ok(refusal(401, &request).response()),
                Some(Fault::CutBefore) => {
                    return Err(Broken::sent("the connection is cut on purpose"));
                }
                Some(Fault::CutAfter) => {
                    let _lost = self.api.send(request).await?;
                    return Err(Broken::sent("the connection is cut on purpose"));
                }
                Some(Fault::Stale) => drop(request.extensions_mut().insert(Stale)),
                Some(Fault::Duplicate) => {
                    let _first = self.api.send(request.clone()).await?;
                }
            }
            self.api.send(request).await
        })
    }
}

impl<T> Clone for Faulty<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

/// Refuses a request. Some APIs repeat the credentials in the refusal, and whoever shows it then shows them.
fn refusal(status: u16, request: &Request<Bytes>) -> Reply {
    let authorization = request.headers().get(AUTHORIZATION);
    let title = match authorization.and_then(|it| it.to_str().ok()) {
        Some(given) => Json::String(format!("Refused on purpose for {given}")),
        None => "Refused on purpose".into(),
    };
    Reply::new(status, json!({ "title": title }))
}
