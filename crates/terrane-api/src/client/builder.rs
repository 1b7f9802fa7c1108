//! The settings of a client.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use http::header::{ACCEPT, HeaderMap, HeaderName, HeaderValue};
use terrane::context::ConfigureContext;
use url::Url;

use super::shared::ChangeHeaders;
use super::{Client, Shared};
use crate::credentials::Credentials;
use crate::error::{Error, ErrorKind, Result};
use crate::rate::Rate;
use crate::refusal::{Recognition, Refusal};
use crate::retry::Retry;
use crate::transport::{Connection, Network, Transport};

/// The variable with a text that users add to the user agent of all providers.
const APPENDED: &str = "TF_APPEND_USER_AGENT";

/// Builds a [`Client`].
///
/// Proxies are those of the variables `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`. Trusted certificates are those of the system, or of the file that
/// `SSL_CERT_FILE` names.
#[must_use = "a client is made by `build`"]
pub struct Builder {
    url: String,
    agent: Option<(String, String)>,
    credentials: Option<Credentials>,
    headers: HeaderMap,
    network: Network,
    transport: Option<Box<dyn Transport>>,
    retry: Retry,
    rate: Option<f64>,
    timeout: Duration,
    most: usize,
    recognition: Recognition,
    each_attempt: Option<Box<ChangeHeaders>>,
}

impl Builder {
    pub(super) fn new(url: String) -> Self {
        let headers =
            HeaderMap::from_iter([(ACCEPT, HeaderValue::from_static("application/json"))]);
        Self {
            url,
            agent: None,
            credentials: None,
            headers,
            network: Network::default(),
            transport: None,
            retry: Retry::default(),
            rate: None,
            timeout: Duration::from_secs(60),
            most: 32 << 20,
            recognition: Recognition::default(),
            each_attempt: None,
        }
    }

    /// Sets the name and the version of the provider for the user agent: `env!("CARGO_PKG_NAME")` and `env!("CARGO_PKG_VERSION")`. The version of
    /// the host and the text of `TF_APPEND_USER_AGENT` are added.
    pub fn agent(mut self, name: impl Into<String>, version: impl Into<String>) -> Self {
        self.agent = Some((name.into(), version.into()));
        self
    }

    /// Sets the credentials. They are sent to the host of the API only.
    pub fn credentials(mut self, credentials: Credentials) -> Self {
        self.credentials = Some(credentials);
        self
    }

    /// Sets a header of all requests, which is sent to the host of the API only. The default is `Accept: application/json`.
    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.insert(name, value);
        self
    }

    /// Changes the headers of each attempt of a request, such as that of a trace. They are sent to the host of the API only. The function runs within the
    /// span of the request.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    ///
    /// let sent = AtomicU64::new(0);
    /// let builder = terrane_api::Client::builder("https://api.example.com");
    /// let builder = builder.each_attempt(move |headers| {
    ///     headers.insert("x-attempt", sent.fetch_add(1, Relaxed).into());
    /// });
    /// ```
    pub fn each_attempt(mut self, change: impl Fn(&mut HeaderMap) + Send + Sync + 'static) -> Self {
        self.each_attempt = Some(Box::new(change));
        self
    }

    /// Trusts certificate authorities in addition to those of the system: one or more certificates as PEM.
    pub fn trust(mut self, pem: impl Into<Vec<u8>>) -> Self {
        self.network.trust.authorities.push(pem.into());
        self
    }

    /// Sets the client's own certificate with its chain, and its private key, both as PEM.
    pub fn identity(mut self, chain: impl Into<Vec<u8>>, key: impl Into<Vec<u8>>) -> Self {
        self.network.trust.identity = Some((chain.into(), key.into()));
        self
    }

    /// Sets the proxy of all requests, such as `http://proxy.example.com:3128`. The variables do not count then.
    pub fn proxy(mut self, url: impl Into<String>) -> Self {
        self.network.proxy = Some(url.into());
        self
    }

    /// Replaces the network, for tests. Settings of the network do not count then.
    pub fn transport(mut self, transport: impl Transport) -> Self {
        self.transport = Some(Box::new(transport));
        self
    }

    /// Sets how requests are repeated.
    pub fn retry(mut self, retry: Retry) -> Self {
        self.retry = retry;
        self
    }

    /// Sets the maximum number of requests per second, which all calls share. Without it, the client sends requests at once until the API refuses one
    /// because there are too many. In both cases the rate adapts to the API.
    pub fn rate(mut self, per_second: f64) -> Self {
        self.rate = Some(per_second);
        self
    }

    /// Sets how long one attempt of a request may last. The default is 60 s. The deadline of the call counts, too.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Sets the maximum number of bytes of an answer. The default is 32 MiB.
    pub fn max_answer(mut self, bytes: usize) -> Self {
        self.most = bytes;
        self
    }

    /// Recognises the refusals that mean "not found", of an API that has another status than 404 and 410 for them.
    ///
    /// # Examples
    ///
    /// ```
    /// let builder = terrane_api::Client::builder("https://etcd.example.com/v3");
    /// let builder = builder.not_found(|refusal| refusal.message().ends_with(" not found"));
    /// ```
    pub fn not_found(mut self, is_not_found: fn(&Refusal) -> bool) -> Self {
        self.recognition.missing = is_not_found;
        self
    }

    /// Recognises the refusals that mean "too many requests", of an API that has another status than 429 or another header than `Retry-After` for them. The
    /// function returns how long to wait, or `None` for other refusals. The request is repeated after that time, as after 429.
    ///
    /// # Examples
    ///
    /// GitHub answers with status 403, and names the time of the next request:
    ///
    /// ```
    /// use std::time::{Duration, SystemTime, UNIX_EPOCH};
    /// use terrane_api::{Client, Refusal};
    ///
    /// fn limit(refusal: &Refusal) -> Option<Duration> {
    ///     if refusal.header("x-ratelimit-remaining") != Some("0") {
    ///         return None;
    ///     }
    ///     let reset = UNIX_EPOCH + Duration::from_secs(refusal.header("x-ratelimit-reset")?.parse().ok()?);
    ///     Some(reset.duration_since(SystemTime::now()).unwrap_or_default())
    /// }
    ///
    /// let builder = Client::builder("https://api.github.com").limited(limit);
    /// ```
    pub fn limited(mut self, wait: fn(&Refusal) -> Option<Duration>) -> Self {
        self.recognition.limited = wait;
        self
    }

    /// Recognises the refusals of requests that the API has not carried out, and may accept at the next attempt. Every request is repeated after them, also
    /// one that is not [`repeatable`](crate::Request::repeatable). Without it, only the statuses that mean this are repeated: 429, and 503 and its
    /// siblings for requests that are repeatable.
    ///
    /// # Examples
    ///
    /// etcd refuses a request with status 400 if another call changes users or roles at the same time:
    ///
    /// ```
    /// let builder = terrane_api::Client::builder("https://etcd.example.com/v3");
    /// let builder = builder.try_again(|refusal| refusal.message().ends_with("revision of auth store is old"));
    /// ```
    pub fn try_again(mut self, is_premature: fn(&Refusal) -> bool) -> Self {
        self.recognition.premature = is_premature;
        self
    }

    /// Makes the client. It connects with the first request.
    ///
    /// # Errors
    ///
    /// Fails if a setting cannot be used. The error names it, and says what is expected.
    pub fn build(self, cx: &ConfigureContext) -> Result<Client> {
        let base = base(&self.url)?;
        if let Some(rate) = self.rate
            && !(rate.is_finite() && rate > 0.0)
        {
            return Err(setting(format!(
                "{rate} is not a number of requests per second. Expected a number greater than 0."
            )));
        }
        let transport: Box<dyn Transport> = match self.transport {
            Some(transport) => transport,
            None => Box::new(Connection::new(&self.network).map_err(setting)?),
        };
        let appended = std::env::var(APPENDED).unwrap_or_default();
        let (name, version) = self.agent.unwrap_or_else(|| {
            let name = env!("CARGO_PKG_NAME").to_owned();
            (name, env!("CARGO_PKG_VERSION").to_owned())
        });
        let agent = agent(&name, &version, cx.host_version(), &appended)?;
        let access = self.credentials.map(|it| it.open(cx)).transpose()?;
        Ok(Client {
            shared: Arc::new(Shared {
                base,
                transport,
                headers: self.headers,
                agent,
                retry: self.retry,
                rate: Rate::new(self.rate),
                timeout: self.timeout,
                most: self.most,
                recognition: self.recognition,
                each_attempt: self.each_attempt,
            }),
            access: access.map(Arc::new),
        })
    }
}

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder")
            .field("url", &self.url)
            .finish_non_exhaustive()
    }
}

fn setting(text: String) -> Error {
    ErrorKind::Setting(text).into()
}

/// Parses the address of an API.
fn base(text: &str) -> Result<Url> {
    let expected = "Expected a URL, such as https://api.example.com/v1";
    let url = Url::parse(text).map_err(|error| {
        setting(format!(
            "`{text}` is not the address of an API: {error}. {expected}."
        ))
    })?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(setting(format!(
            "`{text}` is not the address of an API: its scheme is `{}`. {expected}.",
            url.scheme()
        )));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(setting(format!(
            "The address of the API contains credentials. Use the settings of the provider for them. {expected}."
        )));
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(setting(format!(
            "The address of the API has a query or a fragment. {expected}."
        )));
    }
    Ok(url)
}

/// Writes the user agent. Characters that a header cannot contain are dropped from the text that users append.
fn agent(name: &str, version: &str, host: &str, appended: &str) -> Result<HeaderValue> {
    let mut text = format!("{name}/{version}");
    if !host.is_empty() {
        text.push_str(&format!(" (host {host})"));
    }
    let visible: String = appended
        .trim()
        .chars()
        .filter(|c| matches!(c, ' '..='~'))
        .collect();
    if !visible.is_empty() {
        text.push(' ');
        text.push_str(&visible);
    }
    HeaderValue::try_from(text).map_err(|_| {
        setting(format!(
            "`{name}` cannot be part of a user agent. This is a bug in the provider."
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_user_agent_names_provider_version_host_and_the_users_text() {
        for (host, appended, expected) in [
            ("1.11.4", "", "zoo/1.0 (host 1.11.4)"),
            ("1.11.4", " ci/7\n", "zoo/1.0 (host 1.11.4) ci/7"),
            ("", "a\r\nX: y", "zoo/1.0 aX: y"),
        ] {
            assert_eq!(agent("zoo", "1.0", host, appended).unwrap(), expected);
        }
    }

    #[test]
    fn an_address_that_is_not_one_of_an_api_is_refused() {
        for text in [
            "api.example.com",
            "ftp://example.com",
            "https://user:pass@example.com",
            "https://example.com?x=1",
            "",
        ] {
            let error = base(text).unwrap_err().to_string();
            assert!(error.contains("https://api.example.com/v1"), "{error}");
            assert!(!error.contains("pass@"), "{error}");
        }
    }
}
