//! Tokens, and the headers that they make.

use std::fmt;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::header::AUTHORIZATION;
use http::{HeaderName, HeaderValue};
use terrane::context::Context;

use crate::error::{ErrorKind, Result};

/// A token for requests. Its `Debug` does not show it.
#[derive(Clone)]
pub struct Token {
    header: HeaderName,
    value: String,
    /// The part of the value that is hidden in logs.
    secret: String,
    valid: Option<Duration>,
}

impl Token {
    /// A bearer token.
    pub fn bearer(token: impl Into<String>) -> Self {
        let secret = token.into();
        Self {
            header: AUTHORIZATION,
            value: format!("Bearer {secret}"),
            secret,
            valid: None,
        }
    }

    /// A name and a password.
    pub(super) fn basic(user: &str, password: &str) -> Self {
        let pair = STANDARD.encode(format!("{user}:{password}"));
        Self {
            header: AUTHORIZATION,
            value: format!("Basic {pair}"),
            secret: password.to_owned(),
            valid: None,
        }
    }

    /// A token in a header of its own.
    pub fn header(name: HeaderName, value: impl Into<String>) -> Self {
        let secret = value.into();
        Self {
            header: name,
            value: secret.clone(),
            secret,
            valid: None,
        }
    }

    /// Sets how long the token is valid from now on. It is renewed 30 s before, or after half of the time if that is later.
    #[must_use]
    pub fn valid_for(mut self, valid: Duration) -> Self {
        self.valid = Some(valid);
        self
    }

    /// How long the token is valid.
    pub(super) fn validity(&self) -> Option<Duration> {
        self.valid
    }

    pub(super) fn hide(&self, cx: &Context) {
        cx.hide(&self.secret);
        cx.hide(&self.value);
    }

    pub(super) fn credential(&self, generation: u64) -> Result<Credential> {
        let mut value = HeaderValue::try_from(&self.value).map_err(|_| {
            ErrorKind::Setting("The credentials have characters that an HTTP header cannot contain. Check them for line breaks.".to_owned())
        })?;
        value.set_sensitive(true);
        Ok(Credential {
            header: self.header.clone(),
            value,
            generation,
        })
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Token")
            .field("header", &self.header)
            .field("valid", &self.valid)
            .finish_non_exhaustive()
    }
}

/// The header that authenticates one request.
#[derive(Clone)]
pub(crate) struct Credential {
    pub(crate) header: HeaderName,
    pub(crate) value: HeaderValue,
    /// The number of the renewal that has made it.
    pub(super) generation: u64,
}
