//! Requests: their parts, and the usual ways to send them.

use std::fmt;
use std::time::Duration;

use bytes::Bytes;
use http::Method;
use http::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use terrane::context::Context;
use url::Url;

use crate::answer::Answer;
use crate::client::Client;
use crate::error::{ErrorKind, Result, ResultExt as _};
use crate::send::{Parts, send};

/// The header with the key of a request, by which an API recognises a repeated request.
const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// A request that has not been sent yet.
///
/// # Examples
///
/// ```
/// use terrane::prelude::*;
/// use terrane_api::Client;
///
/// #[derive(serde::Deserialize)]
/// struct Pet {
///     name: String,
/// }
///
/// async fn hungry(api: &Client, cx: &ReadContext) -> Result<Vec<Pet>> {
///     Ok(api.get(["pets"]).query("hungry", "true").fetch(cx).await?)
/// }
/// ```
#[must_use = "a request does nothing until it is sent"]
pub struct Request {
    pub(crate) client: Client,
    parts: Result<Parts>,
    /// The JSON pointer to the part of the answer that is decoded.
    part: String,
}

impl Request {
    pub(crate) fn new(client: Client, method: Method, url: Result<Url>) -> Self {
        let parts = url.map(|url| Parts {
            repeatable: method.is_safe(),
            method,
            url,
            headers: HeaderMap::new(),
            body: Bytes::new(),
            timeout: None,
            repeat_conflicts: false,
        });
        Self {
            client,
            parts,
            part: String::new(),
        }
    }

    /// Adds a parameter to the query. It is encoded.
    pub fn query(self, name: &str, value: impl fmt::Display) -> Self {
        self.with(|parts| {
            parts
                .url
                .query_pairs_mut()
                .append_pair(name, &value.to_string());
        })
    }

    /// Replaces a parameter of the query, of which there may be several.
    pub(crate) fn set_query(self, name: &str, value: &str) -> Self {
        self.with(|parts| {
            let others: Vec<_> = parts
                .url
                .query_pairs()
                .filter(|(other, _)| other != name)
                .map(|(name, value)| (name.into_owned(), value.into_owned()))
                .collect();
            parts
                .url
                .query_pairs_mut()
                .clear()
                .extend_pairs(others)
                .append_pair(name, value);
        })
    }

    /// Replaces members of the body, which is an object in JSON.
    pub(crate) fn set_members(self, members: serde_json::Map<String, Json>) -> Self {
        let body = self.parts.as_ref().map(|parts| parts.body.clone());
        let mut object: serde_json::Map<String, Json> =
            serde_json::from_slice(&body.unwrap_or_default()).unwrap_or_default();
        object.extend(members);
        self.json(&object)
    }

    /// Returns a request with the same parts.
    pub(crate) fn again(&self) -> Self {
        Self {
            client: self.client.clone(),
            part: self.part.clone(),
            parts: match &self.parts {
                Ok(parts) => Ok(parts.clone()),
                // `send` reports the first error, and nothing is sent again.
                Err(error) => Err(ErrorKind::Setting(error.to_string()).into()),
            },
        }
    }

    /// Replaces the address. A failure is reported when the request is sent.
    pub(crate) fn at(mut self, url: &str) -> Self {
        self.parts = self.parts.and_then(|parts| {
            let url = self.client.shared.join(url)?;
            Ok(Parts { url, ..parts })
        });
        self
    }

    /// Sets a header.
    pub fn header(self, name: HeaderName, value: HeaderValue) -> Self {
        self.with(|parts| {
            parts.headers.insert(name, value);
        })
    }

    /// Sets a body in JSON.
    pub fn json(mut self, body: &(impl Serialize + ?Sized)) -> Self {
        match serde_json::to_vec(body) {
            Ok(body) => {
                const JSON: HeaderValue = HeaderValue::from_static("application/json");
                self.header(CONTENT_TYPE, JSON).body(body)
            }
            Err(error) => {
                self.parts = Err(ErrorKind::Setting(format!(
                    "The body of the request cannot be written as JSON: {error}. This is a bug in the provider."
                ))
                .into());
                self
            }
        }
    }

    /// Sets a body. Set its `Content-Type`, too.
    pub fn body(self, body: impl Into<Bytes>) -> Self {
        self.with(|parts| parts.body = body.into())
    }

    /// Declares that the request has the same effect if it is sent twice. So it is repeated after errors of the connection or of a server, as requests
    /// that only read are.
    pub fn repeatable(self) -> Self {
        self.with(|parts| parts.repeatable = true)
    }

    /// Sends a random key with all attempts of the request, in the header `Idempotency-Key`. The API carries out requests with one key once, so the
    /// request is repeatable.
    pub fn idempotency_key(mut self) -> Self {
        let mut bytes = [0; 16];
        let key = getrandom::fill(&mut bytes)
            .map(|()| base16ct::lower::encode_string(&bytes))
            .ok()
            .and_then(|key| HeaderValue::try_from(key).ok());
        match key {
            Some(key) => self.header(IDEMPOTENCY_KEY, key).repeatable(),
            None => {
                let text = "The system has no random numbers for the key of a request.";
                self.parts = self
                    .parts
                    .and(Err(ErrorKind::Setting(text.to_owned()).into()));
                self
            }
        }
    }

    /// Repeats the request after a conflict (status 409 or 412), for an API that refuses changes while another one is running.
    pub fn repeat_conflicts(self) -> Self {
        self.with(|parts| parts.repeat_conflicts = true)
    }

    /// Decodes only the part of the answer at a JSON pointer, for an API that wraps its objects. A missing part counts as null, so `Option<Vec<T>>` also
    /// decodes the answer of an API that leaves out an empty list.
    ///
    /// # Examples
    ///
    /// ```
    /// use terrane::prelude::*;
    /// use terrane_api::Client;
    ///
    /// /// `{ "data": { "names": ["tom"] } }`
    /// async fn names(api: &Client, cx: &ReadDataContext) -> Result<Vec<String>> {
    ///     let names: Option<Vec<String>> = api.get(["pets"]).part("/data/names").fetch(cx).await?;
    ///     Ok(names.unwrap_or_default())
    /// }
    /// ```
    pub fn part(mut self, pointer: impl Into<String>) -> Self {
        self.part = pointer.into();
        self
    }

    /// Sets how long one attempt may last, instead of the client's timeout.
    pub fn timeout(self, timeout: Duration) -> Self {
        self.with(|parts| parts.timeout = Some(timeout))
    }

    /// Sends the request. Pass the context of the call: its deadline and its cancellation end the request.
    ///
    /// # Errors
    ///
    /// Fails if no attempt gets an answer with a status of success or 304, and when the call ends.
    pub async fn send(self, cx: &Context) -> Result<Answer> {
        send(&self.client, &self.parts?, cx).await
    }

    /// Sends the request, and decodes the answer from JSON, or its [`part`](Self::part). `()` decodes an empty answer.
    ///
    /// # Errors
    ///
    /// Fails as [`send`](Self::send) does, or if the answer is not the JSON of a `T`.
    pub async fn fetch<T: DeserializeOwned>(self, cx: &Context) -> Result<T> {
        let part = self.part.clone();
        self.send(cx).await?.part(&part)
    }

    /// Sends a request that reads an object, and decodes the answer. `None` if the object does not exist: status 404 or 410.
    ///
    /// # Errors
    ///
    /// Fails as [`fetch`](Self::fetch) does for other statuses.
    pub async fn find<T: DeserializeOwned>(self, cx: &Context) -> Result<Option<T>> {
        self.fetch(cx).await.found()
    }

    /// Sends a request that deletes an object. An object that does not exist is a success, so the request is repeatable.
    ///
    /// # Errors
    ///
    /// Fails as [`send`](Self::send) does for statuses other than 404 and 410.
    pub async fn remove(self, cx: &Context) -> Result<()> {
        self.repeatable().send(cx).await.found().map(drop)
    }

    fn with(mut self, change: impl FnOnce(&mut Parts)) -> Self {
        if let Ok(parts) = &mut self.parts {
            change(parts);
        }
        self
    }
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.parts.as_ref().map(Parts::name);
        f.debug_tuple("Request").field(&name).finish()
    }
}
