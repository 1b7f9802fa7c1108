//! Credentials: what authenticates the requests of a client, and its renewal.

mod oauth2;
mod token;

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use http::HeaderName;
use terrane::context::Context;
use tokio::sync::Mutex;
use tokio::time::Instant;

pub use self::oauth2::ClientCredentials;
pub(crate) use self::token::Credential;
pub use self::token::Token;
use crate::client::Client;
use crate::error::{Error, ErrorKind, Result};
use crate::scope::within;

/// A token is renewed this long before it expires, so that it does not expire on the way.
const EARLY: Duration = Duration::from_secs(30);

type Renewal = Pin<Box<dyn Future<Output = Result<Token>> + Send>>;
type Renew = dyn Fn(Client, Context) -> Renewal + Send + Sync;

/// What authenticates a client. Its `Debug` shows no secret.
///
/// # Examples
///
/// A session of an API with a login of its own. The client that the function gets has no credentials.
///
/// ```
/// use std::time::Duration;
/// use terrane_api::{Credentials, Token};
///
/// #[derive(serde::Deserialize)]
/// struct Session {
///     token: String,
/// }
///
/// fn session(password: String) -> Credentials {
///     Credentials::renewed(move |api, cx| {
///         let login = serde_json::json!({ "user": "terraform", "password": password });
///         async move {
///             let session: Session = api.post(["login"]).json(&login).repeatable().fetch(&cx).await?;
///             Ok(Token::bearer(session.token).valid_for(Duration::from_secs(300)))
///         }
///     })
/// }
/// ```
pub struct Credentials(Source);

enum Source {
    Fixed(Token),
    Renewed(Arc<Renew>),
}

impl Credentials {
    /// A token that does not change: `Authorization: Bearer TOKEN`.
    pub fn bearer(token: impl Into<String>) -> Self {
        Self(Source::Fixed(Token::bearer(token)))
    }

    /// A name and a password: `Authorization: Basic`.
    pub fn basic(user: &str, password: &str) -> Self {
        Self(Source::Fixed(Token::basic(user, password)))
    }

    /// A header with a secret of its own, such as `X-Api-Key`.
    pub fn header(name: HeaderName, value: impl Into<String>) -> Self {
        Self(Source::Fixed(Token::header(name, value)))
    }

    /// The client credentials grant of OAuth 2.0.
    pub fn oauth2(credentials: ClientCredentials) -> Self {
        Self::renewed(move |client, cx| {
            let credentials = credentials.clone();
            async move { credentials.token(&client, &cx).await }
        })
    }

    /// A token that a function obtains: before the first request, shortly before the token expires, and after an answer with status 401.
    ///
    /// All calls share the token. While one call renews it, the others wait for the result.
    pub fn renewed<F, Fut>(renew: F) -> Self
    where
        F: Fn(Client, Context) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Token>> + Send + 'static,
    {
        Self(Source::Renewed(Arc::new(move |client, cx| {
            Box::pin(renew(client, cx))
        })))
    }

    /// Prepares the credentials for requests, and hides a fixed secret.
    pub(crate) fn open(self, cx: &Context) -> Result<Access> {
        Ok(match self.0 {
            Source::Fixed(token) => {
                token.hide(cx);
                Access::Fixed(token.credential(0)?)
            }
            Source::Renewed(renew) => Access::Session(Session {
                renew,
                current: Mutex::default(),
            }),
        })
    }
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Credentials").finish_non_exhaustive()
    }
}

/// The credentials of a client.
pub(crate) enum Access {
    Fixed(Credential),
    Session(Session),
}

pub(crate) struct Session {
    renew: Arc<Renew>,
    /// The lock is held during a renewal, so that one call renews for all that wait. If that call ends, the next one renews.
    current: Mutex<Current>,
}

#[derive(Default)]
struct Current {
    token: Option<Token>,
    generation: u64,
    /// When the token is renewed.
    until: Option<Instant>,
}

impl Access {
    /// Whether another credential can be obtained after a refused one.
    pub(crate) fn is_renewed(&self) -> bool {
        matches!(self, Self::Session(_))
    }

    /// Returns the current credential. `client` has no credentials. `refused` is a credential that the API has refused.
    pub(crate) async fn credential(
        &self,
        client: Client,
        refused: Option<&Credential>,
        cx: &Context,
    ) -> Result<Credential> {
        match self {
            Self::Fixed(credential) => Ok(credential.clone()),
            Self::Session(session) => {
                within(cx, "credentials", session.credential(client, refused, cx)).await?
            }
        }
    }
}

impl Session {
    async fn credential(
        &self,
        client: Client,
        refused: Option<&Credential>,
        cx: &Context,
    ) -> Result<Credential> {
        let mut current = self.current.lock().await;
        let is_refused = refused.is_some_and(|it| it.generation == current.generation);
        let has_expired = current.until.is_some_and(|until| Instant::now() >= until);
        if let Some(token) = &current.token
            && !is_refused
            && !has_expired
        {
            token.hide(cx);
            return token.credential(current.generation);
        }
        tracing::debug!("obtaining credentials");
        let token = (self.renew)(client, cx.clone())
            .await
            .map_err(|error| match error.kind() {
                ErrorKind::Stopped(_) => error,
                _ => Error::from(ErrorKind::Credentials(Box::new(error))),
            })?;
        token.hide(cx);
        let generation = current.generation + 1;
        let credential = token.credential(generation)?;
        let renewed_after = token
            .validity()
            .map(|valid| valid.saturating_sub(EARLY).max(valid / 2));
        *current = Current {
            token: Some(token),
            generation,
            until: renewed_after.and_then(|after| Instant::now().checked_add(after)),
        };
        Ok(credential)
    }
}
