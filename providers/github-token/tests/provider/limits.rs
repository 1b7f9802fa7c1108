//! Rate limits, and servers that fail.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use github_token::GithubToken;
use serde_json::json;
use terrane_api_test::{Faulty, Server};
use terrane_test::client::Client;

use crate::github::{APP, Fault, Github, INSTALLATION, KEY, TOKEN};
use crate::{client, client_with, only};

fn fault(status: u16, headers: Vec<(&'static str, String)>, message: &'static str) -> Fault {
    Fault {
        status,
        headers,
        message,
    }
}

#[tokio::test]
async fn a_request_waits_for_both_rate_limits() {
    let github = Github::start().unwrap();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let primary = vec![
        ("x-ratelimit-remaining", "0".to_owned()),
        ("x-ratelimit-reset", now.as_secs().to_string()),
    ];
    let secondary = vec![("retry-after", "1".to_owned())];
    github.data().faults = [
        fault(403, primary, "API rate limit exceeded"),
        fault(429, secondary, "You have exceeded a secondary rate limit"),
    ]
    .into();
    let client = client(&github).await;
    let start = Instant::now();
    client
        .read_data("githubtoken_tokens", json!({}))
        .await
        .unwrap();
    assert!(start.elapsed() >= Duration::from_secs(2));
    assert_eq!(github.take_log().len(), 3);
}

#[tokio::test]
async fn a_long_limit_is_an_error_with_its_time() {
    let github = Github::start().unwrap();
    let long = vec![("retry-after", "900".to_owned())];
    github.data().faults = [fault(429, long, "slow down")].into();
    let client = client(&github).await;
    let error = client
        .read_data("githubtoken_tokens", json!({}))
        .await
        .unwrap_err();
    let (_, detail, _) = only(&error);
    assert!(detail.contains("in 900 s"), "{detail}");
    assert!(detail.contains("`rate_limit_wait`"), "{detail}");
}

#[tokio::test]
async fn each_limit_names_its_time() {
    let github = Github::start().unwrap();
    let client = client(&github).await;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let reset = (now.as_secs() + 100).to_string();
    let primary = vec![
        ("x-ratelimit-remaining", "0".to_owned()),
        ("x-ratelimit-reset", reset),
    ];
    let secondary = vec![("retry-after", "70".to_owned())];
    let silent = "You have exceeded a secondary rate limit";
    for (fault, seconds) in [
        (fault(403, primary, "API rate limit exceeded"), 95..=101),
        (fault(403, secondary, "slow down"), 70..=70),
        (fault(403, Vec::new(), silent), 60..=60),
        (fault(429, Vec::new(), "slow down"), 60..=60),
    ] {
        github.data().faults = [fault].into();
        let read = client.read_data("githubtoken_tokens", json!({})).await;
        let (_, detail, _) = only(&read.unwrap_err());
        let stated = detail.split(" in ").nth(1).unwrap().split(' ').next();
        let stated = stated.unwrap().parse().unwrap();
        assert!(seconds.contains(&stated), "{seconds:?}: {detail}");
    }
}

#[tokio::test]
async fn reads_are_repeated_and_orders_are_not() {
    let github = Github::start().unwrap();
    let down = || fault(502, Vec::new(), "Server Error");
    github.data().faults = [down(), down()].into();
    let client = client(&github).await;
    client
        .read_data("githubtoken_tokens", json!({}))
        .await
        .unwrap();
    assert_eq!(github.take_log().len(), 3);

    github.data().faults = [down(), down(), down(), down(), down()].into();
    let error = client
        .read_data("githubtoken_tokens", json!({}))
        .await
        .unwrap_err();
    assert!(only(&error).1.contains("502 Bad Gateway: Server Error"));

    github.request("mona", "build", json!({}));
    github.take_log();
    github.data().delay = 0;
    let denial = json!({ "owner": "mona", "token_name": "build" });
    // The first request is the list, which succeeds.
    github.data().faults.clear();
    client.invoke("githubtoken_denial", denial).await.unwrap();
    let orders = github
        .take_log()
        .into_iter()
        .filter(|line| line.starts_with("POST"));
    assert_eq!(orders.count(), 1);
}

/// A second denial would find no request, and report an error for a success.
#[tokio::test]
async fn a_denial_whose_answer_is_lost_is_not_repeated() {
    let github = Github::requested("mona", "build", json!({})).unwrap();
    let faulty = Faulty::new(github.api.clone());
    let front = Server::start(faulty.clone()).unwrap();
    let settings = json!({ "token": TOKEN, "organization": "acme", "url": front.url() });
    let client = Client::configured(terrane::server::<GithubToken>(), settings);
    let client = client.await.unwrap();
    faulty.cause(terrane_api_test::Fault::CutAfter, 1);
    let denial = json!({ "owner": "mona", "token_name": "build" });
    let invoked = client.invoke("githubtoken_denial", denial).await;
    let (_, detail, _) = only(&invoked.unwrap_err());
    assert!(detail.contains("may have carried out"), "{detail}");
    assert_eq!(faulty.lines().len(), 2);
}

#[tokio::test]
async fn the_request_for_a_token_is_not_repeated_if_the_token_may_exist() {
    let github = Github::start().unwrap();
    let app = json!({ "app_id": APP, "app_installation_id": INSTALLATION, "app_private_key": KEY });
    let client = client_with(&github, app).await;
    github.data().faults = [fault(502, Vec::new(), "Server Error")].into();
    let opened = client.open("githubtoken_installation_token", json!({}));
    let (summary, detail, _) = only(&opened.await.unwrap_err());
    assert_eq!(summary, "Cannot create the token");
    assert!(detail.contains("502"), "{detail}");
    assert_eq!(github.take_log().len(), 1);
}

#[tokio::test]
async fn another_refusal_is_no_limit() {
    let github = Github::start().unwrap();
    github.data().faults = [fault(422, Vec::new(), "rate limit")].into();
    let client = client(&github).await;
    let read = client.read_data("githubtoken_tokens", json!({})).await;
    let (_, detail, _) = only(&read.unwrap_err());
    assert!(detail.contains("422"), "{detail}");
}

#[tokio::test]
async fn a_forbidden_request_names_the_permissions() {
    let github = Github::start().unwrap();
    let forbidden = "Resource not accessible by integration";
    let remaining = vec![("x-ratelimit-remaining", "59".to_owned())];
    github.data().faults = [fault(403, remaining, forbidden)].into();
    let client = client(&github).await;
    let error = client
        .read_data("githubtoken_tokens", json!({}))
        .await
        .unwrap_err();
    let (_, detail, _) = only(&error);
    assert!(detail.contains(forbidden), "{detail}");
    assert!(detail.contains("\"Personal access tokens\""), "{detail}");
}
