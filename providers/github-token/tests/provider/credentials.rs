//! Credentials: tokens, apps, and tokens for one run.

use github_token::GithubToken;
use serde_json::json;
use terrane_test::client::Client;

use crate::github::{APP, Github, INSTALLATION, KEY, TOKEN};
use crate::{client, client_with, only};

fn app() -> serde_json::Value {
    json!({ "app_id": APP, "app_installation_id": INSTALLATION, "app_private_key": KEY })
}

#[tokio::test]
async fn an_app_uses_one_token_for_many_requests() {
    let github = Github::start().unwrap();
    let client = client_with(&github, app()).await;
    for _ in 0..3 {
        let found = client.read_data("githubtoken_tokens", json!({})).await;
        assert!(found.is_ok(), "{found:?}");
    }
    let log = github.take_log();
    let tokens = log.iter().filter(|line| line.ends_with("/access_tokens"));
    assert_eq!(tokens.count(), 1, "{log:?}");
}

#[tokio::test]
async fn a_token_for_one_run_is_limited_and_revoked() {
    let github = Github::start().unwrap();
    let client = client_with(&github, app()).await;
    let config = json!({ "repositories": ["site"], "permissions": { "contents": "read" } });
    let opened = client
        .open("githubtoken_installation_token", config.clone())
        .await
        .unwrap();
    let (_, order) = github.data().orders[0].clone();
    assert_eq!(order, config);
    assert_eq!(opened.attribute("token"), Some(&"ghs_stub-1".into()));
    assert!(github.is_valid("ghs_stub-1"));
    client.close(opened).await.unwrap();
    assert!(!github.is_valid("ghs_stub-1"));
    assert!(github.is_valid(TOKEN), "no other token is revoked");
}

#[tokio::test]
async fn an_expired_token_needs_no_revocation() {
    let github = Github::start().unwrap();
    let client = client_with(&github, app()).await;
    let opened = client
        .open("githubtoken_installation_token", json!({}))
        .await
        .unwrap();
    let token = "ghs_stub-1".to_owned();
    assert!(github.is_valid(&token));
    let second = client
        .open("githubtoken_installation_token", json!({}))
        .await
        .unwrap();
    client.close(opened).await.unwrap();
    client.close(second).await.unwrap();
    assert!(!github.is_valid("ghs_stub-2"));
}

#[tokio::test]
async fn refused_credentials_are_an_error_with_advice() {
    let github = Github::start().unwrap();
    let refused = client_with(&github, json!({ "token": "ghp_other" })).await;
    let error = refused
        .read_data("githubtoken_tokens", json!({}))
        .await
        .unwrap_err();
    let (summary, detail, _) = only(&error);
    assert_eq!(summary, "Cannot list the tokens");
    assert!(
        detail.contains("GitHub does not accept the credentials"),
        "{detail}"
    );
    assert!(detail.contains("Bad credentials"), "{detail}");
    assert!(!detail.contains("ghp_other"), "{detail}");

    let mut settings = app();
    settings["app_installation_id"] = json!("1");
    let unknown = client_with(&github, settings).await;
    let error = unknown
        .read_data("githubtoken_tokens", json!({}))
        .await
        .unwrap_err();
    assert!(
        only(&error)
            .1
            .contains("does not know the installation \"1\"")
    );
}

#[tokio::test]
async fn settings_that_cannot_work_are_refused_early() {
    let configured = |settings| Client::configured(terrane::server::<GithubToken>(), settings);
    let error =
        configured(json!({ "app_private_key": "none", "app_id": "1", "app_installation_id": "1" }));
    let (summary, _, path) = only(&error.await.unwrap_err());
    assert_eq!(summary, "Cannot read the private key of the app");
    assert_eq!(path, "app_private_key");

    let mut settings = app();
    settings["token"] = json!(TOKEN);
    assert!(configured(settings).await.is_err(), "a token and an app");
    assert!(configured(json!({ "app_private_key": KEY })).await.is_err());
    assert!(
        configured(json!({ "token": TOKEN, "url": "ftp://x" }))
            .await
            .is_err()
    );
}

#[tokio::test]
async fn calls_that_need_an_organization_or_an_app_fail_with_a_clear_error() {
    let github = Github::start().unwrap();
    let settings = json!({ "token": TOKEN, "url": github.url });
    let alone = Client::configured(terrane::server::<GithubToken>(), settings)
        .await
        .unwrap();
    let error = alone
        .read_data("githubtoken_tokens", json!({}))
        .await
        .unwrap_err();
    assert!(only(&error).1.contains("Set `organization`"));

    let client = client(&github).await;
    let error = client
        .open("githubtoken_installation_token", json!({}))
        .await
        .unwrap_err();
    assert!(only(&error).1.contains("Set `app_id`"));
}
