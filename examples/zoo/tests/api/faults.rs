//! The token, the log and the faults of the API.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use futures_util::future::BoxFuture;
use futures_util::{TryStreamExt as _, stream};
use http::header::AUTHORIZATION;
use http::{Method, Request, Response, StatusCode};
use percent_encoding::percent_decode_str;
use serde_json::{Value as Json, json};
use terrane_api::transport::{Body, Broken, Transport};

/// A kind of request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Call {
    /// Adding a pet.
    Add,
    /// Feeding it.
    Feed,
    /// Changing it.
    Change,
    /// Showing it.
    Get,
    /// Removing it.
    Remove,
}

/// A fault of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The request is not carried out, and the answer has this status.
    Status(u16),
    /// The request is carried out, and never answered.
    Hang,
    /// The request is carried out, and the connection is closed in the middle of the answer.
    Cut,
    /// The request is carried out, and the answer has a pet without meals. Code that divides by the meals panics.
    NoMeals,
}

/// A planned fault.
#[derive(Debug)]
struct Entry {
    call: Call,
    /// How many requests of the kind pass before.
    passing: usize,
    fault: Fault,
}

#[derive(Debug, Default)]
struct Shared {
    log: Vec<String>,
    entries: Vec<Entry>,
}

/// An API that takes requests with one token, with a log and with faults. A clone has the same ones.
#[derive(Debug)]
pub(crate) struct Stub<T> {
    api: Arc<T>,
    authorization: String,
    shared: Arc<Mutex<Shared>>,
}

impl<T> Clone for Stub<T> {
    fn clone(&self) -> Self {
        Self {
            api: Arc::clone(&self.api),
            authorization: self.authorization.clone(),
            shared: Arc::clone(&self.shared),
        }
    }
}

impl<T> Stub<T> {
    pub(crate) fn new(api: T, token: &str) -> Self {
        Self {
            api: Arc::new(api),
            authorization: format!("Bearer {token}"),
            shared: Arc::default(),
        }
    }

    /// Plans a fault for the n-th request of a kind, counted from 1 and from now.
    pub(crate) fn plan(&self, call: Call, nth: usize, fault: Fault) {
        self.shared().entries.push(Entry {
            call,
            passing: nth.saturating_sub(1),
            fault,
        });
    }

    /// Takes the log.
    pub(crate) fn take_log(&self) -> Vec<String> {
        std::mem::take(&mut self.shared().log)
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shared {
    /// Logs a request, and takes the fault that was planned for it.
    fn next(&mut self, method: &Method, path: &str) -> Option<Fault> {
        let decoded = percent_decode_str(path).decode_utf8_lossy();
        self.log.push(format!("{method} {decoded}"));
        let parts: Vec<&str> = path.split('/').skip(1).collect();
        let call = match (method.as_str(), &parts[..]) {
            ("POST", ["pets"]) => Call::Add,
            ("POST", ["pets", _, "feed"]) => Call::Feed,
            ("PATCH", ["pets", _]) => Call::Change,
            ("GET", ["pets", _]) => Call::Get,
            ("DELETE", ["pets", _]) => Call::Remove,
            _ => return None,
        };
        let mut due = None;
        let entries = self.entries.iter_mut().enumerate();
        for (at, entry) in entries.filter(|(_, entry)| entry.call == call) {
            match entry.passing.checked_sub(1) {
                Some(passing) => entry.passing = passing,
                None => due = due.or(Some(at)),
            }
        }
        due.map(|at| self.entries.remove(at).fault)
    }
}

impl<T: Transport> Transport for Stub<T> {
    fn send(&self, request: Request<Bytes>) -> BoxFuture<'_, Result<Response<Body>, Broken>> {
        let given = request.headers().get(AUTHORIZATION);
        let given = given.map_or("".into(), |it| String::from_utf8_lossy(it.as_bytes()));
        if given != self.authorization {
            // Some APIs repeat the given token in the error. Whoever shows the error then shows the token.
            let why = format!("no keeper has the token of \"{given}\"");
            return Box::pin(async { Ok(refused(StatusCode::UNAUTHORIZED, why)) });
        }
        let fault = self.shared().next(request.method(), request.uri().path());
        Box::pin(async move {
            if let Some(Fault::Status(status)) = fault {
                let status = StatusCode::from_u16(status).expect("a status");
                return Ok(refused(status, "the keepers are on strike"));
            }
            let answer = self.api.send(request).await?;
            match fault {
                Some(Fault::Hang) => std::future::pending().await,
                Some(Fault::Cut) => {
                    let whole = whole(answer.into_body()).await?;
                    let half = whole.slice(..whole.len() / 2);
                    let cut = Broken::sent("the connection is cut on purpose");
                    Ok(Response::new(Box::pin(stream::iter([Ok(half), Err(cut)]))))
                }
                Some(Fault::NoMeals) => {
                    let whole = whole(answer.into_body()).await?;
                    let mut pet: Json = serde_json::from_slice(&whole).expect("a pet");
                    pet["meals"] = json!(0);
                    Ok(Response::new(body(&pet)))
                }
                Some(Fault::Status(_)) | None => Ok(answer),
            }
        })
    }
}

fn refused(status: StatusCode, why: impl fmt::Display) -> Response<Body> {
    let mut answer = Response::new(body(&json!({ "error": why.to_string() })));
    *answer.status_mut() = status;
    answer
}

fn body(json: &Json) -> Body {
    Box::pin(stream::iter([Ok(json.to_string().into())]))
}

async fn whole(body: Body) -> Result<Bytes, Broken> {
    let pieces: Vec<Bytes> = body.try_collect().await?;
    Ok(pieces.concat().into())
}
