//! The client credentials grant of OAuth 2.0 (RFC 6749, section 4.4).

use std::fmt;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use serde::Deserialize;
use terrane::context::Context;
use url::form_urlencoded;

use super::Token;
use crate::client::Client;
use crate::error::{ErrorKind, Result};

/// The credentials of a program at an authorization server. Its `Debug` does not show the secret.
///
/// # Examples
///
/// ```
/// use terrane_api::{ClientCredentials, Credentials};
///
/// let credentials = ClientCredentials::new("https://login.example.com/oauth/token", "terraform", "s3cret").scope("pets:write");
/// let credentials = Credentials::oauth2(credentials);
/// ```
#[derive(Clone)]
pub struct ClientCredentials {
    token_url: String,
    id: String,
    secret: String,
    parameters: Vec<(String, String)>,
}

#[derive(Deserialize)]
struct Grant {
    access_token: String,
    #[serde(default)]
    expires_in: Option<f64>,
}

impl ClientCredentials {
    /// Names the address of the tokens, and the id and the secret of the program.
    pub fn new(
        token_url: impl Into<String>,
        id: impl Into<String>,
        secret: impl Into<String>,
    ) -> Self {
        Self {
            token_url: token_url.into(),
            id: id.into(),
            secret: secret.into(),
            parameters: Vec::new(),
        }
    }

    /// Asks for a scope: names with spaces between them.
    #[must_use]
    pub fn scope(self, scope: &str) -> Self {
        self.parameter("scope", scope)
    }

    /// Adds a parameter that the server needs, such as `audience`.
    #[must_use]
    pub fn parameter(mut self, name: &str, value: &str) -> Self {
        self.parameters.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(super) async fn token(&self, client: &Client, cx: &Context) -> Result<Token> {
        cx.hide(&self.secret);
        // RFC 6749, section 2.3.1: both parts are encoded before they are joined.
        let encode =
            |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
        let pair = STANDARD.encode(format!("{}:{}", encode(&self.id), encode(&self.secret)));
        let mut basic = HeaderValue::try_from(format!("Basic {pair}")).map_err(|error| {
            ErrorKind::Setting(format!("The credentials cannot be sent: {error}."))
        })?;
        basic.set_sensitive(true);
        let body = form_urlencoded::Serializer::new(String::new())
            .append_pair("grant_type", "client_credentials")
            .extend_pairs(&self.parameters)
            .finish();
        let grant: Grant = client
            .at(http::Method::POST, &self.token_url)
            .header(AUTHORIZATION, basic)
            .header(
                CONTENT_TYPE,
                HeaderValue::from_static("application/x-www-form-urlencoded"),
            )
            .body(body)
            // A second token does no harm.
            .repeatable()
            .fetch(cx)
            .await?;
        let token = Token::bearer(grant.access_token);
        let valid = grant
            .expires_in
            .and_then(|it| Duration::try_from_secs_f64(it).ok());
        Ok(match valid {
            Some(valid) => token.valid_for(valid),
            None => token,
        })
    }
}

impl fmt::Debug for ClientCredentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientCredentials")
            .field("token_url", &self.token_url)
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}
