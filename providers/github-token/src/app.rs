//! GitHub Apps: the signed claims by which an app authenticates itself.

use std::time::{SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{RSA_PKCS1_SHA256, RsaKeyPair};
use rustls_pki_types::PrivateKeyDer;
use rustls_pki_types::pem::PemObject as _;
use serde_json::json;
use terrane::prelude::*;

use crate::messages;

/// How long claims are valid, in seconds. GitHub allows ten minutes.
const VALIDITY: u64 = 540;
/// How far the clocks of GitHub and of this machine may differ, in seconds.
const SKEW: u64 = 60;

/// An app with its installation in an organization.
pub(crate) struct App {
    id: String,
    pub(crate) installation: String,
    key: RsaKeyPair,
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

    /// Returns a signed JSON Web Token with the claims that GitHub expects of an app.
    pub(crate) fn claims(&self) -> Result<String> {
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
