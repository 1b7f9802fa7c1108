//! What all clones of a client share: settings, connections and the rate of requests.

use std::time::Duration;

use http::{HeaderMap, HeaderValue};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use url::Url;

use crate::error::{ErrorKind, Result};
use crate::rate::Rate;
use crate::refusal::Recognition;
use crate::retry::Retry;
use crate::transport::Transport;

/// The characters that are encoded in a segment of a path: all except those that RFC 3986 calls unreserved.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// Changes the headers of an attempt.
pub(crate) type ChangeHeaders = dyn Fn(&mut HeaderMap) + Send + Sync;

/// What all clones of a client share.
pub(crate) struct Shared {
    pub(crate) base: Url,
    pub(crate) transport: Box<dyn Transport>,
    /// The headers of all requests to the host of `base`.
    pub(crate) headers: HeaderMap,
    pub(crate) agent: HeaderValue,
    pub(crate) retry: Retry,
    pub(crate) rate: Rate,
    /// How long one attempt may last.
    pub(crate) timeout: Duration,
    /// The maximum number of bytes of an answer.
    pub(crate) most: usize,
    /// Recognises refusals in the API's own form.
    pub(crate) recognition: Recognition,
    /// Changes the headers of each attempt to the host of `base`.
    pub(crate) each_attempt: Option<Box<ChangeHeaders>>,
}

impl Shared {
    /// Returns the address of a path. An empty segment would address the objects above, and `.` and `..` would address others.
    pub(super) fn below(&self, path: impl IntoIterator<Item = impl AsRef<str>>) -> Result<Url> {
        let mut text = self.base.path().trim_end_matches('/').to_owned();
        for segment in path {
            let segment = segment.as_ref();
            if matches!(segment, "" | "." | "..") {
                return Err(ErrorKind::Setting(format!(
                    "`{segment}` cannot be part of the address of an object. Expected the id or the name of the object."
                ))
                .into());
            }
            text.push('/');
            text.extend(utf8_percent_encode(segment, ENCODED));
        }
        let mut url = self.base.clone();
        url.set_path(&text);
        Ok(url)
    }

    pub(crate) fn join(&self, url: &str) -> Result<Url> {
        let joined = self.base.join(url);
        joined.map_err(|error| {
            ErrorKind::Setting(format!(
                "`{url}` is not the address of a request: {error}. Expected a URL, such as https://api.example.com/pets."
            ))
            .into()
        })
    }
}
