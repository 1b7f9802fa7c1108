//! GitHub Apps: the signed claims by which an app authenticates itself, and the tokens of its installation.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{RSA_PKCS1_SHA256, RsaKeyPair};
use rustls_pki_types::PrivateKeyDer;
use rustls_pki_types::pem::PemObject as _;
use serde::Deserialize;
use serde_json::{Value as Json, json};
use terrane::context::Context;
use terrane::prelude::*;
use terrane_api::http::header::{AUTHORIZATION, HeaderValue};
use terrane_api::{Client, Request};

use crate::messages;

/// How long claims are valid, in seconds. GitHub allows ten minutes.
const VALIDITY: u64 = 540;
/// How far the clocks of GitHub and of this machine may differ, in seconds.
const SKEW: u64 = 60;

/// An app with its installation in an organization.
pub(crate) struct App {
    id: String,
    installation: String,
    key: RsaKeyPair,
}

/// A new token of an app's installation.
#[derive(Deserialize)]
pub(crate) struct InstallationToken {
    pub(crate) token: String,
    pub(crate) expires_at: String,
}

impl App {
    /// Reads the private key, which GitHub generates in the form PKCS #1. Tools convert it to PKCS #8.
    pub(crate) fn new(id: String, installation: String, key: &Sensitive<String>) -> Result<Self> {
        let key = PrivateKeyDer::from_pem_slice(key.expose().as_bytes())
            .map_err(|error| messages::bad_key(&error))?;
        let key = match &key {
            PrivateKeyDer::Pkcs1(der) => RsaKeyPair::from_der(der.secret_pkcs1_der()),
            PrivateKeyDer::Pkcs8(der) => RsaKeyPair::from_pkcs8(der.secret_pkcs8_der()),
            _ => return Err(messages::bad_key(&"it is no RSA key")),
        };
        let key = key.map_err(|error| messages::bad_key(&error))?;
        Ok(Self {
            id,
            installation,
            key,
        })
    }

    /// Creates a token of the installation, limited to repositories and permissions. The request is not repeated if the token may exist: nobody would know
    /// its secret, so nobody could revoke it.
    pub(crate) async fn create_token(
        &self,
        api: &Client,
        limits: &Json,
        cx: &Context,
    ) -> Result<InstallationToken> {
        let path = ["app", "installations", &self.installation, "access_tokens"];
        let request = api.without_credentials().post(path).json(limits);
        let created = bearer(request, &self.claims()?, cx)?.fetch(cx).await;
        created.map_err(|error: terrane_api::Error| {
            if error.is_not_found() {
                messages::no_installation(&self.installation)
            } else {
                messages::explained(error)
            }
        })
    }

    /// Returns a signed JSON Web Token with the claims that GitHub expects of an app.
    fn claims(&self) -> Result<String> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
        let header = json!({ "alg": "RS256", "typ": "JWT" });
        let claims = json!({ "iat": now - SKEW, "exp": now + VALIDITY, "iss": self.id });
        let encode = |text: String| BASE64_URL_SAFE_NO_PAD.encode(text);
        let signed = format!(
            "{}.{}",
            encode(header.to_string()),
            encode(claims.to_string())
        );
        let mut signature = vec![0; self.key.public().modulus_len()];
        self.key
            .sign(
                &RSA_PKCS1_SHA256,
                &SystemRandom::new(),
                signed.as_bytes(),
                &mut signature,
            )
            .map_err(|_| messages::cannot_sign())?;
        Ok(format!(
            "{signed}.{}",
            BASE64_URL_SAFE_NO_PAD.encode(signature)
        ))
    }
}

/// The settings without secrets.
impl fmt::Debug for App {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("App")
            .field("id", &self.id)
            .field("installation", &self.installation)
            .finish_non_exhaustive()
    }
}

/// Revokes a token of an installation. A token that is not valid any more is not an error.
pub(crate) async fn revoke_token(api: &Client, token: &str, cx: &Context) -> Result<()> {
    let request = api.without_credentials().delete(["installation", "token"]);
    match bearer(request, token, cx)?.remove(cx).await {
        Err(error) if messages::is_unauthorized(&error) => Ok(()),
        other => other.map_err(messages::explained),
    }
}

/// Authenticates a request by a token that is not the one of the client.
fn bearer(request: Request, token: &str, cx: &Context) -> Result<Request> {
    cx.hide(token);
    let mut value = HeaderValue::try_from(format!("Bearer {token}"))?;
    value.set_sensitive(true);
    Ok(request.header(AUTHORIZATION, value))
}
