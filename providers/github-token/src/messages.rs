//! The text of every diagnostic of this provider.

use std::fmt::Display;
use std::time::Duration;

use terrane::prelude::*;
use ureq::http::StatusCode;

use crate::api::Refusal;

/// The summary of a request whose token or claims GitHub does not accept.
const UNAUTHORIZED: &str = "GitHub does not accept the credentials";

pub(crate) fn no_credentials() -> Error {
    Error::new(
        "Credentials are missing",
        "Set `token`, or `app_id`, `app_installation_id` and `app_private_key`, in the configuration of the provider or by the environment variables GITHUB_TOKEN, GITHUB_APP_ID, GITHUB_APP_INSTALLATION_ID and GITHUB_APP_PRIVATE_KEY.",
    )
}

pub(crate) fn no_organization() -> Error {
    Error::new(
        "Organization is missing",
        "Tokens are approved by an organization. Set `organization` in the configuration of the provider, or the environment variable GITHUB_ORGANIZATION.",
    )
}

pub(crate) fn bad_key(why: &dyn Display) -> Error {
    Error::new(
        "Cannot read the private key of the app",
        format!(
            "Expected the PEM file that GitHub generates for an app, with the line `-----BEGIN RSA PRIVATE KEY-----`: {why}."
        ),
    )
}

pub(crate) fn cannot_sign() -> Error {
    Error::new(
        "Cannot sign for the app",
        "The private key does not create signatures. Generate a new one in the settings of the app.",
    )
}

pub(crate) fn no_app() -> Error {
    Error::new(
        "App is missing",
        "Only an app creates tokens of its installation. Set `app_id`, `app_installation_id` and `app_private_key` in the configuration of the provider, in place of `token`.",
    )
}

pub(crate) fn no_installation(installation: &str) -> Error {
    Error::new(
        "App is not installed",
        format!(
            "GitHub does not know the installation {installation:?} of the app. Its id is the last part of the installation's address in the settings of the organization."
        ),
    )
}

pub(crate) fn unreachable(url: &str, error: ureq::Error) -> Error {
    Error::from(error).summary(format!("Cannot reach GitHub at {url}"))
}

pub(crate) fn rate_limited(wait: Duration, limit: Duration) -> Error {
    Error::new(
        "GitHub's rate limit is exceeded",
        format!(
            "GitHub accepts requests again in {} s, and the provider waits at most {} s. Run it again later, or raise `rate_limit_wait` in the configuration of the provider.",
            wait.as_secs(),
            limit.as_secs()
        ),
    )
}

pub(crate) fn refused(method: &str, path: &str, status: StatusCode, refusal: &Refusal) -> Error {
    let Refusal {
        message,
        documentation_url,
    } = refusal;
    let mut detail = format!("GitHub answered {method} {path} with {status}: {message}.");
    let summary = match status {
        StatusCode::UNAUTHORIZED => {
            detail += " Check the token, or the id and private key of the app.";
            UNAUTHORIZED
        }
        StatusCode::FORBIDDEN => {
            detail += " The app needs the organization permissions \"Personal access tokens\" and \"Personal access token requests\", with write access. GitHub accepts no other tokens.";
            "GitHub forbids the request"
        }
        _ => "GitHub refused the request",
    };
    if !documentation_url.is_empty() {
        detail += &format!(" See {documentation_url}.");
    }
    Error::new(summary, detail)
}

/// Returns whether GitHub did not accept the credentials.
pub(crate) fn is_unauthorized(error: &Error) -> bool {
    error.to_string().starts_with(UNAUTHORIZED)
}

pub(crate) fn no_request(organization: &str, owner: &str, token_name: &str) -> Error {
    Error::new(
        "Token has no pending request",
        format!(
            "No token {token_name:?} of {owner:?} requests access to the organization {organization:?}. Its owner creates it with the organization as the resource owner. If it has access already, import it by the id of the token, which the data source `githubtoken_tokens` shows."
        ),
    )
}

pub(crate) fn excess(permissions: &[String]) -> Error {
    Error::new(
        "Token has more permissions than allowed",
        format!(
            "The token has these permissions, which `allowed_permissions` does not contain: {}. Add them, or ask the owner for a token without them.",
            permissions.join(", ")
        ),
    )
}

pub(crate) fn no_access(id: &str, patience: Duration) -> Error {
    let waited = match patience.as_secs() {
        0 => String::new(),
        seconds => format!(" after {seconds} s"),
    };
    Error::new(
        "Token has no access",
        format!(
            "GitHub does not list the token {id} among those with access to the organization{waited}. Its owner may have deleted it. Apply again."
        ),
    )
}

pub(crate) fn interrupted() -> Error {
    Error::new(
        "Approval was interrupted",
        "The token is approved. Its permissions are not known yet, and the next apply approves it again.",
    )
}
