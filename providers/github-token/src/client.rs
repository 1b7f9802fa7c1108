//! The client of GitHub's REST API: authentication, rate limits, repeated requests and errors.
//!
//! Terrane runs each call of a host on its own thread. So requests may block.

use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};
use terrane::prelude::*;
use ureq::Agent;
use ureq::http::{HeaderMap, StatusCode};
use ureq::tls::{RootCerts, TlsConfig};

use crate::api::{InstallationAnswer, Refusal};
use crate::app::App;
use crate::{limit, messages};

/// How long a token of an installation is used. GitHub's tokens are valid for an hour.
const TOKEN_AGE: Duration = Duration::from_secs(3000);
/// The number of attempts for a request if the server or the connection fails.
const ATTEMPTS: u32 = 3;

/// How the provider authenticates itself.
pub(crate) enum Credentials {
    /// A token of an app's installation.
    Token(Sensitive<String>),
    /// An app, which creates such tokens.
    App(Box<App>),
}

/// A client that all items share.
pub(crate) struct Client {
    agent: Agent,
    url: String,
    credentials: Credentials,
    rate_limit_wait: Duration,
    /// The token of the app's installation, and when it was created.
    current: Mutex<Option<(String, Instant)>>,
}

/// An answer with a status of success, or 404.
struct Answer {
    status: StatusCode,
    body: String,
}

impl Client {
    pub(crate) fn new(url: &str, credentials: Credentials, rate_limit_wait: Duration) -> Self {
        // The certificates of the operating system, or those that SSL_CERT_FILE names.
        let certificates = TlsConfig::builder()
            .root_certs(RootCerts::PlatformVerifier)
            .build();
        let config = Agent::config_builder()
            .tls_config(certificates)
            .timeout_global(Some(Duration::from_secs(30)))
            .user_agent(concat!(
                env!("CARGO_PKG_NAME"),
                "/",
                env!("CARGO_PKG_VERSION")
            ))
            .http_status_as_error(false);
        Self {
            agent: config.build().into(),
            url: url.trim_end_matches('/').to_owned(),
            credentials,
            rate_limit_wait,
            current: Mutex::new(None),
        }
    }

    /// Reads an object. `None` if it does not exist.
    pub(crate) async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<Option<T>> {
        let answer = self.call("GET", path, None, &self.token().await?).await?;
        match answer.status {
            StatusCode::NOT_FOUND => Ok(None),
            _ => Ok(Some(serde_json::from_str(&answer.body)?)),
        }
    }

    /// Sends a request that GitHub answers without contents. Returns whether its object exists.
    pub(crate) async fn post(&self, path: &str, body: &impl Serialize) -> Result<bool> {
        let body = serde_json::to_value(body)?;
        let token = self.token().await?;
        let answer = self.call("POST", path, Some(&body), &token).await?;
        Ok(answer.status != StatusCode::NOT_FOUND)
    }

    /// Creates a token of the app's installation, limited to repositories and permissions.
    pub(crate) async fn create_token(&self, limits: &impl Serialize) -> Result<InstallationAnswer> {
        let Credentials::App(app) = &self.credentials else {
            return Err(messages::no_app());
        };
        self.create_token_of(app, &serde_json::to_value(limits)?)
            .await
    }

    /// Revokes a token of an installation. A token that is not valid any more is not an error.
    pub(crate) async fn revoke_token(&self, token: &str) -> Result<()> {
        let revoked = self
            .call("DELETE", "/installation/token", None, token)
            .await;
        match revoked {
            Err(error) if messages::is_unauthorized(&error) => Ok(()),
            other => other.map(drop),
        }
    }

    async fn create_token_of(&self, app: &App, limits: &Json) -> Result<InstallationAnswer> {
        let path = format!(
            "/app/installations/{}/access_tokens",
            crate::api::segment(&app.installation)
        );
        let claims = app.claims()?;
        let answer = self.call("POST", &path, Some(limits), &claims).await?;
        match answer.status {
            StatusCode::NOT_FOUND => Err(messages::no_installation(&app.installation)),
            _ => Ok(serde_json::from_str(&answer.body)?),
        }
    }

    /// Returns the token for requests about the organization.
    async fn token(&self) -> Result<String> {
        let app = match &self.credentials {
            Credentials::Token(token) => return Ok(token.expose().clone()),
            Credentials::App(app) => app,
        };
        let current = self.current().clone();
        if let Some((token, since)) = current
            && since.elapsed() < TOKEN_AGE
        {
            return Ok(token);
        }
        let created = self.create_token_of(app, &json!({})).await?;
        *self.current() = Some((created.token.clone(), Instant::now()));
        Ok(created.token)
    }

    fn current(&self) -> std::sync::MutexGuard<'_, Option<(String, Instant)>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a request until it is answered. It waits for rate limits, and repeats requests that change nothing after errors of the server or connection.
    async fn call(
        &self,
        method: &str,
        path: &str,
        body: Option<&Json>,
        token: &str,
    ) -> Result<Answer> {
        let mut waited = Duration::ZERO;
        let mut attempt = 1;
        loop {
            let is_last = method != "GET" || attempt == ATTEMPTS;
            let (status, headers, text) = match self.send(method, path, body, token) {
                Ok(answer) => answer,
                Err(_) if !is_last => {
                    attempt += 1;
                    pause(attempt).await;
                    continue;
                }
                Err(error) => return Err(messages::unreachable(&self.url, error)),
            };
            if let Some(wait) = limit::wait(status, &headers, &text) {
                waited += wait;
                if waited > self.rate_limit_wait {
                    return Err(messages::rate_limited(wait, self.rate_limit_wait));
                }
                tracing::info!(seconds = wait.as_secs(), "waiting for GitHub's rate limit");
                tokio::time::sleep(wait).await;
                continue;
            }
            if status.is_server_error() && !is_last {
                attempt += 1;
                pause(attempt).await;
                continue;
            }
            if status.is_success() || status == StatusCode::NOT_FOUND {
                return Ok(Answer { status, body: text });
            }
            let refusal: Refusal = serde_json::from_str(&text).unwrap_or_default();
            return Err(messages::refused(method, path, status, &refusal));
        }
    }

    /// Sends a request once.
    fn send(
        &self,
        method: &str,
        path: &str,
        body: Option<&Json>,
        token: &str,
    ) -> std::result::Result<(StatusCode, HeaderMap, String), ureq::Error> {
        let url = format!("{}{path}", self.url);
        let headers = [
            ("accept", "application/vnd.github+json"),
            ("x-github-api-version", "2022-11-28"),
            ("authorization", &format!("Bearer {token}")),
        ];
        let mut response = match (method, body) {
            ("GET", _) => with(self.agent.get(url), headers).call(),
            ("DELETE", _) => with(self.agent.delete(url), headers).call(),
            (_, Some(body)) => with(self.agent.post(url), headers).send_json(body),
            (_, None) => with(self.agent.post(url), headers).send_empty(),
        }?;
        let text = response.body_mut().read_to_string()?;
        Ok((response.status(), response.headers().clone(), text))
    }
}

fn with<B>(
    request: ureq::RequestBuilder<B>,
    headers: [(&'static str, &str); 3],
) -> ureq::RequestBuilder<B> {
    headers.into_iter().fold(request, |request, (name, value)| {
        request.header(name, value)
    })
}

/// Waits before a request is repeated: longer each time.
async fn pause(attempt: u32) {
    tokio::time::sleep(Duration::from_millis(200) * attempt).await;
}

/// The settings without secrets.
impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("url", &self.url)
            .field("rate_limit_wait", &self.rate_limit_wait)
            .finish_non_exhaustive()
    }
}
