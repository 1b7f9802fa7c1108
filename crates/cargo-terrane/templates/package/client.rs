//! The client of the API.
//!
//! Terrane runs each call of a host on its own thread. So requests may block.

use std::time::Duration;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use terrane::prelude::*;
use ureq::Body;
use ureq::http::{Response, StatusCode};
use ureq::tls::{RootCerts, TlsConfig};

/// The characters that are encoded in a segment of a path: all except those that RFC 3986 calls unreserved.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// A client that all resources share.
pub(crate) struct Client {
    agent: ureq::Agent,
    url: String,
    token: Sensitive<String>,
}

impl Client {
    pub(crate) fn new(url: &str, token: Sensitive<String>) -> Self {
        // The certificates of the operating system, or those that SSL_CERT_FILE names.
        let certificates = TlsConfig::builder()
            .root_certs(RootCerts::PlatformVerifier)
            .build();
        let config = ureq::Agent::config_builder()
            .tls_config(certificates)
            .timeout_global(Some(Duration::from_secs(60)))
            .user_agent(concat!(
                env!("CARGO_PKG_NAME"),
                "/",
                env!("CARGO_PKG_VERSION")
            ))
            // The body of an error contains the reason.
            .http_status_as_error(false);
        Self {
            agent: config.build().into(),
            url: url.trim_end_matches('/').to_owned(),
            token,
        }
    }

    /// Reads an object. `None` if it does not exist.
    pub(crate) fn get<T: DeserializeOwned>(&self, path: &[&str]) -> Result<Option<T>> {
        let request = self.agent.get(self.url(path));
        let response = request.header("authorization", self.authorization());
        match checked(response.call()?)? {
            Some(mut response) => Ok(response.body_mut().read_json()?),
            None => Ok(None),
        }
    }

    /// Creates an object.
    pub(crate) fn post<T: DeserializeOwned>(
        &self,
        path: &[&str],
        body: &impl Serialize,
    ) -> Result<T> {
        let request = self.agent.post(self.url(path));
        let request = request.header("authorization", self.authorization());
        found(path, checked(request.send_json(body)?)?)
    }

    /// Replaces the properties of an object.
    pub(crate) fn put<T: DeserializeOwned>(
        &self,
        path: &[&str],
        body: &impl Serialize,
    ) -> Result<T> {
        let request = self.agent.put(self.url(path));
        let request = request.header("authorization", self.authorization());
        found(path, checked(request.send_json(body)?)?)
    }

    /// Deletes an object. An object that does not exist is not an error.
    pub(crate) fn delete(&self, path: &[&str]) -> Result<()> {
        let request = self.agent.delete(self.url(path));
        let request = request.header("authorization", self.authorization());
        checked(request.call()?)?;
        Ok(())
    }

    /// Returns the address of a path. Its segments may contain any character.
    fn url(&self, path: &[&str]) -> String {
        let segments = path
            .iter()
            .map(|segment| format!("/{}", utf8_percent_encode(segment, ENCODED)));
        self.url.clone() + &segments.collect::<String>()
    }

    fn authorization(&self) -> String {
        format!("Bearer {}", self.token.expose())
    }
}

/// Turns "not found" into `None`, and every other refusal into an error.
fn checked(mut response: Response<Body>) -> Result<Option<Response<Body>>> {
    match response.status() {
        status if status.is_success() => Ok(Some(response)),
        StatusCode::NOT_FOUND => Ok(None),
        status => {
            let reason = response.body_mut().read_to_string()?;
            Err(Error::new(
                "The API refused the request",
                format!("It answered {status}: {reason}"),
            ))
        }
    }
}

/// Reads the answer about an object that must exist.
fn found<T: DeserializeOwned>(path: &[&str], response: Option<Response<Body>>) -> Result<T> {
    match response {
        Some(mut response) => Ok(response.body_mut().read_json()?),
        None => Err(Error::new(
            "Object not found",
            format!("The API does not know `{}`.", path.join("/")),
        )),
    }
}
