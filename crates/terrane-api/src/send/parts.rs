//! The parts of a request that is sent.

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, Method};
use url::Url;

/// The parts of a request.
#[derive(Debug, Clone)]
pub(crate) struct Parts {
    pub(crate) method: Method,
    pub(crate) url: Url,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
    /// Whether the request may be sent again although the API may have carried it out.
    pub(crate) repeatable: bool,
    pub(crate) timeout: Option<Duration>,
    pub(crate) repeat_conflicts: bool,
}

impl Parts {
    /// Names the request in logs and errors, without the query, which may have secrets.
    pub(crate) fn name(&self) -> String {
        let mut url = self.url.clone();
        url.set_query(None);
        url.set_fragment(None);
        format!("{} {url}", self.method)
    }
}
