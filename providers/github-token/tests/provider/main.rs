//! The provider against a fake of GitHub's API: in this process, and under real hosts.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod approvals;
mod credentials;
mod faults;
mod github;
mod hosts;
mod limits;
mod lists;

use github_token::GithubToken;
use serde_json::{Value, json};
use terrane_test::client::{CallError, Client};

use crate::github::{Github, TOKEN};

/// Configures the provider with a token of the installation.
async fn client(github: &Github) -> Client {
    client_with(github, json!({ "token": TOKEN, "rate_limit_wait": 3 })).await
}

async fn client_with(github: &Github, mut settings: Value) -> Client {
    settings["url"] = json!(github.url);
    settings["organization"] = json!("acme");
    let configured = Client::configured(terrane::server::<GithubToken>(), settings).await;
    configured.unwrap()
}

/// Returns the only error with its path.
fn only(error: &CallError) -> (String, String, String) {
    let [diagnostic] = error.diagnostics() else {
        panic!("expected one diagnostic: {error:?}");
    };
    let path = diagnostic.path.as_ref().map(ToString::to_string);
    (
        diagnostic.summary.clone(),
        diagnostic.detail.clone(),
        path.unwrap_or_default(),
    )
}
