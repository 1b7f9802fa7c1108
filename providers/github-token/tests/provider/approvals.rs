//! The life of an approval.

use github_token::Approval;
use serde_json::{Value, json};
use terrane_test::Action;
use terrane_test::client::{Instance, UNKNOWN};

use crate::github::Github;
use crate::{client, only};

const APPROVAL: &str = "githubtoken_approval";

/// Starts GitHub with the request of one token, `build` of `mona`, for permissions.
fn requested(permissions: Value) -> Github {
    Github::requested("mona", "build", permissions).unwrap()
}

#[tokio::test]
async fn a_request_is_approved_and_its_access_is_revoked() {
    let github = requested(json!({ "repository": { "contents": "read" } }));
    let client = client(&github).await;
    let config = json!({ "owner": "Mona", "token_name": "build", "reason": "It is needed." });
    let approval = client.create(APPROVAL, config.clone()).await.unwrap();
    assert_eq!(github.data().requests.len(), 0);
    let (path, order) = github.data().orders[0].clone();
    assert_eq!(path, "/orgs/acme/personal-access-token-requests/101");
    assert_eq!(
        order,
        json!({ "action": "approve", "reason": "It is needed." })
    );

    let read = client.read(&approval).await.unwrap();
    let plan = client.plan(&read, config).await.unwrap();
    assert_eq!(plan.action(), Action::NoOp, "a login is not case sensitive");

    let config = json!({ "owner": "Mona", "token_name": "other" });
    let plan = client.plan(&read, config).await.unwrap();
    assert_eq!(plan.action(), Action::DeleteThenCreate);

    client.delete(&read).await.unwrap();
    assert_eq!(github.data().grants.len(), 0);
    let (path, order) = github.data().orders[1].clone();
    assert_eq!(path, "/orgs/acme/personal-access-tokens/601");
    assert_eq!(order, json!({ "action": "revoke" }));
    assert!(!client.read(&read).await.unwrap().exists());
}

#[tokio::test]
async fn the_access_may_appear_later() {
    let github = requested(json!({ "organization": { "members": "read" } }));
    github.data().delay = 1;
    let client = client(&github).await;
    let config = json!({ "owner": "mona", "token_name": "build" });
    let approval: Approval = client
        .create(APPROVAL, config)
        .await
        .unwrap()
        .get()
        .unwrap();
    assert_eq!(approval.id.require().unwrap(), "9001");
    assert_eq!(approval.permissions.require().unwrap()["members"], "read");
    assert_eq!(approval.repository_selection.require().unwrap(), "subset");
    let expires = approval.expires_at.require().unwrap();
    assert_eq!(expires.as_deref(), Some("2026-12-31T00:00:00Z"));
    let log = github.take_log();
    let lists = log
        .iter()
        .filter(|line| line.ends_with("/personal-access-tokens"));
    assert_eq!(lists.count(), 2);
}

#[tokio::test]
async fn more_permissions_than_allowed_are_not_approved() {
    let github = Github::start().unwrap();
    let requested = json!({ "repository": { "contents": "write", "issues": "read" } });
    github.request("mona", "build", requested);
    let client = client(&github).await;
    let allowed = json!({
        "owner": "mona", "token_name": "build",
        "allowed_permissions": { "contents": "read", "issues": "read" },
    });
    let error = client.create(APPROVAL, allowed).await.unwrap_err();
    let (summary, detail, path) = only(&error);
    assert_eq!(summary, "Token has more permissions than allowed");
    assert!(detail.contains("contents: write."), "{detail}");
    assert_eq!(path, "allowed_permissions");
    assert!(github.data().orders.is_empty());

    let level =
        json!({ "owner": "a", "token_name": "b", "allowed_permissions": { "contents": "all" } });
    let error = client.validate(APPROVAL, level).await.unwrap_err();
    assert_eq!(only(&error).2, "allowed_permissions[\"contents\"]");
}

#[tokio::test]
async fn a_token_without_a_request_is_an_error() {
    let github = requested(json!({}));
    let client = client(&github).await;
    let config = json!({ "owner": "mona", "token_name": "deploy" });
    let error = client.create(APPROVAL, config).await.unwrap_err();
    let (summary, detail, path) = only(&error);
    assert_eq!(summary, "Token has no pending request");
    assert!(detail.contains("\"deploy\" of \"mona\""), "{detail}");
    assert_eq!(path, "token_name");
}

#[tokio::test]
async fn approvals_are_imported_and_may_be_missing_later() {
    let github = requested(json!({ "repository": { "contents": "read" } }));
    let client = client(&github).await;
    let config = json!({ "owner": "mona", "token_name": "build" });
    client.create(APPROVAL, config.clone()).await.unwrap();

    let imported = client.import(APPROVAL, "9001").await.unwrap();
    let imported = client.read(&imported).await.unwrap();
    let plan = client.plan(&imported, config).await.unwrap();
    assert_eq!(plan.action(), Action::NoOp);
    let identity = json!({ "id": "9001" });
    let imported = client.import_by_identity(APPROVAL, identity).await.unwrap();
    assert!(client.read(&imported).await.unwrap().exists());

    github.data().grants.clear();
    assert!(!client.read(&imported).await.unwrap().exists());
    client.delete(&imported).await.unwrap();
}

#[tokio::test]
async fn arguments_may_be_unknown() {
    let github = Github::start().unwrap();
    let client = client(&github).await;
    let config = json!({ "owner": UNKNOWN, "token_name": UNKNOWN, "allowed_permissions": UNKNOWN });
    let plan = client
        .plan(&Instance::absent(APPROVAL), config)
        .await
        .unwrap();
    assert_eq!(plan.action(), Action::Create);
    assert!(github.take_log().is_empty(), "a plan asks nobody");
}

#[tokio::test]
async fn allowed_permissions_are_checked_again_when_they_change() {
    let github = requested(json!({ "repository": { "contents": "write" } }));
    let client = client(&github).await;
    let config = json!({ "owner": "mona", "token_name": "build" });
    let approval = client.create(APPROVAL, config).await.unwrap();
    let less = json!({
        "owner": "mona", "token_name": "build", "allowed_permissions": { "contents": "read" },
    });
    let error = client.update(&approval, less).await.unwrap_err();
    assert_eq!(only(&error).0, "Token has more permissions than allowed");
    let more = json!({
        "owner": "mona", "token_name": "build", "allowed_permissions": { "contents": "admin" },
    });
    let approval = client.update(&approval, more).await.unwrap();
    assert!(approval.get::<Approval>().is_ok());
}
