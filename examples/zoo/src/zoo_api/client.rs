//! The client half of the API.

use std::fmt;

use bytes::Bytes;
use http_body_util::{BodyExt as _, Full};
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use hyper::{Method, Request, StatusCode, Uri};
use hyper_util::client::legacy::Client as HttpClient;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Diet, NewPet, Pet, Refusal, Species, Traits};

/// The characters that are encoded in a segment of a path: all except those that RFC 3986 calls unreserved.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The reason why a call of the API failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The base URL is not valid.
    #[error("`{url}` is not the base URL of an API, such as http://localhost:8080")]
    Url {
        /// The text that is not a URL.
        url: String,
    },
    /// The token has characters that a request cannot carry.
    #[error("the token has characters that an HTTP header cannot carry")]
    Token,
    /// The API could not be reached.
    #[error("cannot reach the API at {url}")]
    Unreachable {
        /// The requested URL.
        url: String,
        /// Why it could not be reached.
        source: hyper_util::client::legacy::Error,
    },
    /// The answer ended too early.
    #[error("the API's answer is incomplete")]
    Incomplete(#[from] hyper::Error),
    /// The answer is not what was expected.
    #[error("cannot understand the API's answer")]
    Answer(#[from] serde_json::Error),
    /// The API refused the request.
    #[error("the API answers {status}: {message}")]
    Refused {
        /// The status of the answer.
        status: StatusCode,
        /// The reason, in the API's words.
        message: String,
    },
}

/// A client of the API; its `Debug` does not show the token.
#[derive(Clone)]
pub struct Client {
    http: HttpClient<HttpConnector, Full<Bytes>>,
    base: String,
    authorization: HeaderValue,
}

impl Client {
    /// Makes a client; it connects with the first call.
    ///
    /// # Errors
    ///
    /// Fails if the URL or the token cannot be used.
    pub fn new(url: &str, token: &str) -> Result<Self, Error> {
        let parsed = url
            .parse::<Uri>()
            .ok()
            .filter(|uri| uri.scheme_str() == Some("http"));
        if parsed.is_none() {
            return Err(Error::Url {
                url: url.to_owned(),
            });
        }
        let mut authorization =
            HeaderValue::try_from(format!("Bearer {token}")).map_err(|_| Error::Token)?;
        authorization.set_sensitive(true);
        let http = HttpClient::builder(TokioExecutor::new()).build_http();
        Ok(Self {
            http,
            base: url.trim_end_matches('/').to_owned(),
            authorization,
        })
    }

    /// Adds a pet, which has no diet yet.
    ///
    /// # Errors
    ///
    /// Fails if the call fails. The pet may exist then.
    pub async fn add(&self, pet: &NewPet) -> Result<Pet, Error> {
        self.call(Method::POST, "/pets", Some(pet)).await
    }

    /// Sets the diet of a pet.
    ///
    /// # Errors
    ///
    /// Fails if the call fails.
    pub async fn feed(&self, id: &str, diet: &Diet) -> Result<Pet, Error> {
        self.call(
            Method::POST,
            &format!("/pets/{}/feed", segment(id)),
            Some(diet),
        )
        .await
    }

    /// Changes a pet.
    ///
    /// # Errors
    ///
    /// Fails if the call fails.
    pub async fn change(&self, id: &str, traits: &Traits) -> Result<Pet, Error> {
        self.call(
            Method::PATCH,
            &format!("/pets/{}", segment(id)),
            Some(traits),
        )
        .await
    }

    /// Shows a pet; `None` if there is no such pet.
    ///
    /// # Errors
    ///
    /// Fails if the call fails.
    pub async fn get(&self, id: &str) -> Result<Option<Pet>, Error> {
        found(
            self.call(Method::GET, &format!("/pets/{}", segment(id)), EMPTY)
                .await,
        )
    }

    /// Shows all pets.
    ///
    /// # Errors
    ///
    /// Fails if the call fails.
    pub async fn list(&self) -> Result<Vec<Pet>, Error> {
        self.call(Method::GET, "/pets", EMPTY).await
    }

    /// Removes a pet. A missing pet is not an error.
    ///
    /// # Errors
    ///
    /// Fails if the call fails.
    pub async fn remove(&self, id: &str) -> Result<(), Error> {
        found(
            self.call(Method::DELETE, &format!("/pets/{}", segment(id)), EMPTY)
                .await,
        )
        .map(Option::unwrap_or_default)
    }

    /// Shows a species; `None` if the zoo does not know it.
    ///
    /// # Errors
    ///
    /// Fails if the call fails.
    pub async fn species(&self, name: &str) -> Result<Option<Species>, Error> {
        found(
            self.call(Method::GET, &format!("/species/{}", segment(name)), EMPTY)
                .await,
        )
    }

    async fn call<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Option<&impl Serialize>,
    ) -> Result<T, Error> {
        let body = body
            .map(serde_json::to_vec)
            .transpose()?
            .unwrap_or_default();
        let url = format!("{}{path}", self.base);
        let request = Request::builder()
            .method(method)
            .uri(&url)
            .header(AUTHORIZATION, &self.authorization)
            .header(CONTENT_TYPE, "application/json")
            .body(Full::from(body));
        let Ok(request) = request else {
            return Err(Error::Url { url });
        };
        let response = self.http.request(request).await;
        let (head, body) = response
            .map_err(|source| Error::Unreachable { url, source })?
            .into_parts();
        let body = body.collect().await?.to_bytes();
        if !head.status.is_success() {
            let message = match serde_json::from_slice::<Refusal>(&body) {
                Ok(refusal) => refusal.error,
                Err(_) => String::from_utf8_lossy(&body).into_owned(),
            };
            return Err(Error::Refused {
                status: head.status,
                message,
            });
        }
        Ok(serde_json::from_slice(&body)?)
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("base", &self.base)
            .finish_non_exhaustive()
    }
}

/// The body of a request that has none.
const EMPTY: Option<&()> = None;

/// Writes a text as one segment of a path.
fn segment(text: &str) -> impl fmt::Display {
    utf8_percent_encode(text, ENCODED)
}

/// Turns "not found" into `None`.
fn found<T>(result: Result<T, Error>) -> Result<Option<T>, Error> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(Error::Refused {
            status: StatusCode::NOT_FOUND,
            ..
        }) => Ok(None),
        Err(error) => Err(error),
    }
}
