//! The text of every diagnostic of this provider.

use std::fmt::Display;
use std::time::Duration;

use terrane::prelude::*;
use terrane_api::http::StatusCode;

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

/// Explains why a request failed, as far as GitHub has its own reasons.
pub(crate) fn explained(error: terrane_api::Error) -> Error {
    let Some(refusal) = error.refusal() else {
        return error.into();
    };
    if refusal.is_limited() {
        return rate_limited(refusal.retry_after().unwrap_or_default());
    }
    let (summary, advice) = match refusal.status() {
        StatusCode::UNAUTHORIZED => (
            "GitHub does not accept the credentials",
            "Check the token, or the id and private key of the app.",
        ),
        StatusCode::FORBIDDEN => (
            "GitHub forbids the request",
            "The app needs the organization permissions \"Personal access tokens\" and \"Personal access token requests\", with write access. GitHub accepts no other tokens.",
        ),
        _ => return error.into(),
    };
    let (request, status, message) = (refusal.request(), refusal.status(), refusal.message());
    let mut detail = format!("GitHub answered `{request}` with {status}: {message}. {advice}");
    if let Some(url) = refusal.body()["documentation_url"].as_str() {
        detail += &format!(" See {url}.");
    }
    Error::new(summary, detail)
}

fn rate_limited(wait: Duration) -> Error {
    Error::new(
        "GitHub's rate limit is exceeded",
        format!(
            "GitHub accepts requests again in {} s, which is longer than the provider waits. Run it again later, or raise `rate_limit_wait` in the configuration of the provider.",
            wait.as_secs()
        ),
    )
}

/// Returns whether GitHub did not accept the credentials.
pub(crate) fn is_unauthorized(error: &terrane_api::Error) -> bool {
    error.status() == Some(StatusCode::UNAUTHORIZED)
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

pub(crate) fn no_access(id: &str) -> Error {
    Error::new(
        "Token has no access",
        format!(
            "GitHub does not list the token {id} among those with access to the organization. Its owner may have deleted it. Apply again."
        ),
    )
}
