//! Answers of an API.

use bytes::Bytes;
use http::{HeaderMap, HeaderName, StatusCode};
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use url::Url;

use crate::error::{Error, ErrorKind, Failure, Result};

/// An answer with a status of success, or `304 Not Modified`.
#[derive(Debug, Clone)]
pub struct Answer {
    pub(crate) request: String,
    pub(crate) url: Url,
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Answer {
    /// The status.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// The address that has answered, after redirects.
    #[must_use]
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// The headers.
    #[must_use]
    pub fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// The value of a header. `None` if it is missing or not ASCII.
    #[must_use]
    pub fn header(&self, name: HeaderName) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// The body.
    #[must_use]
    pub fn body(&self) -> &Bytes {
        &self.body
    }

    /// Decodes the part of the body at a JSON pointer, such as `/data/items`. A missing part counts as null.
    ///
    /// # Errors
    ///
    /// Fails as [`json`](Self::json) does.
    pub fn part<T: DeserializeOwned>(&self, pointer: &str) -> Result<T> {
        if pointer.is_empty() {
            return self.json();
        }
        let mut body: Json = self.json()?;
        let part = body.pointer_mut(pointer).map(Json::take);
        serde_json::from_value(part.unwrap_or_default())
            .map_err(|_| self.unusable(format!("`{pointer}` does not have the expected form")))
    }

    /// Decodes the body as JSON. An empty body counts as `null`, so that it decodes as `()`.
    ///
    /// # Errors
    ///
    /// Fails if the body is not the JSON of a `T`. The error has the place, and no part of the body, which may be secret.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T> {
        let body: &[u8] = if self.body.is_empty() {
            b"null"
        } else {
            &self.body
        };
        serde_json::from_slice(body).map_err(|error| {
            let cause = match error.classify() {
                // Its text quotes the value.
                serde_json::error::Category::Data => "it does not have the expected form",
                _ => "it is not JSON",
            };
            let (line, column) = (error.line(), error.column());
            self.unusable(format!("{cause} (line {line}, column {column})"))
        })
    }

    pub(crate) fn unusable(&self, cause: String) -> Error {
        ErrorKind::Answer(Failure {
            request: self.request.clone(),
            cause,
        })
        .into()
    }
}
