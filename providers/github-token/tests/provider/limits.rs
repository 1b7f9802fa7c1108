//! Rate limits, and servers that fail.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::json;

use crate::github::{Fault, Github};
use crate::{client, only};

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

    github.data().faults = [down(), down(), down()].into();
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

#[tokio::test]
async fn a_forbidden_request_names_the_permissions() {
    let github = Github::start().unwrap();
    let forbidden = "Resource not accessible by integration";
    github.data().faults = [fault(403, Vec::new(), forbidden)].into();
    let client = client(&github).await;
    let error = client
        .read_data("githubtoken_tokens", json!({}))
        .await
        .unwrap_err();
    let (_, detail, _) = only(&error);
    assert!(detail.contains(forbidden), "{detail}");
    assert!(detail.contains("\"Personal access tokens\""), "{detail}");
}
