//! Data sources, lists and the action.

use serde_json::json;
use terrane_test::client::Query;

use crate::github::Github;
use crate::{client, only};

#[tokio::test]
async fn requests_and_tokens_are_listed_page_by_page() {
    let github = Github::start().unwrap();
    for number in 0..130 {
        let owner = if number % 2 == 0 { "mona" } else { "hubot" };
        let permissions = json!({ "repository": { "contents": "read" } });
        github.request(owner, &format!("token-{number}"), permissions);
    }
    let client = client(&github).await;
    let count = async |config| {
        let found: github_token::Requests = client
            .read_data("githubtoken_requests", config)
            .await
            .unwrap()
            .get()
            .unwrap();
        found.tokens.require().unwrap().len()
    };
    assert_eq!(count(json!({})).await, 130);
    assert_eq!(github.take_log().len(), 2);
    assert_eq!(count(json!({ "owners": ["hubot"] })).await, 65);
    assert_eq!(count(json!({ "owners": ["hubot", "mona"] })).await, 130);
    assert_eq!(count(json!({ "permission": "issues" })).await, 0);
}

#[tokio::test]
async fn approvals_are_listed_for_import() {
    let github = Github::start().unwrap();
    let client = client(&github).await;
    for (owner, name) in [("mona", "build"), ("hubot", "deploy")] {
        github.request(owner, name, json!({}));
        let config = json!({ "owner": owner, "token_name": name });
        client.create("githubtoken_approval", config).await.unwrap();
    }
    let query = json!({ "owner": "hubot" });
    let found = client
        .list("githubtoken_approval", query, Query::default())
        .await
        .unwrap();
    let names: Vec<&str> = found.iter().map(|it| it.display_name()).collect();
    assert_eq!(names, ["deploy of hubot"]);
}

#[tokio::test]
async fn a_request_is_denied_with_its_reason() {
    let github = Github::start().unwrap();
    github.request("mona", "build", json!({}));
    let client = client(&github).await;
    let config = json!({ "owner": "mona", "token_name": "build", "reason": "Use the app." });
    let invoked = client
        .invoke("githubtoken_denial", config.clone())
        .await
        .unwrap();
    assert_eq!(invoked.progress(), ["denying the token build of mona"]);
    let (_, order) = github.data().orders[0].clone();
    assert_eq!(order, json!({ "action": "deny", "reason": "Use the app." }));

    let error = client
        .invoke("githubtoken_denial", config)
        .await
        .unwrap_err();
    assert_eq!(only(&error).0, "Token has no pending request");
}
