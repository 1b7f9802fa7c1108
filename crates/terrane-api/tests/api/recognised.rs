//! Refusals that an API expresses in its own form.

use std::time::Duration;

use serde_json::{Value as Json, json};
use terrane::context::ReadContext;
use terrane_api::{Refusal, Retry};

use crate::fake::{Fake, Reply, built, ok, status};

fn fine() -> Reply {
    ok(Json::Null)
}

fn limited() -> Reply {
    status(403, json!({ "message": "slow down" })).with("x-wait", "7")
}

fn forbidden() -> Reply {
    status(403, json!({ "message": "no" }))
}

fn overtaken() -> Reply {
    status(400, json!({ "message": "overtaken" }))
}

fn wait(refusal: &Refusal) -> Option<Duration> {
    Some(Duration::from_secs(refusal.header("x-wait")?.parse().ok()?))
}

#[tokio::test(start_paused = true)]
async fn a_limit_with_another_status_pauses_all_requests() {
    let fake = Fake::script(vec![limited, fine, fine]);
    let client = built(fake.builder().limited(wait));
    // A change is repeated, too: the API has not carried it out.
    let change = async { client.post(["pets"]).send(&ReadContext::default()).await };
    let read = async {
        tokio::time::sleep(Duration::from_secs(1)).await;
        client.get(["pets"]).send(&ReadContext::default()).await
    };
    let (change, read) = tokio::join!(change, read);
    assert!(change.is_ok() && read.is_ok());
    let seen = fake.seen();
    assert_eq!(seen.len(), 3);
    assert!(seen[1].at - seen[0].at >= Duration::from_secs(7));
}

#[tokio::test(start_paused = true)]
async fn a_limit_that_lasts_too_long_is_an_error_and_delays_nobody() {
    let fake = Fake::script(vec![limited, fine]);
    let retry = Retry::default().patience(Duration::from_secs(5));
    let client = built(fake.builder().limited(wait).retry(retry));
    let refused = client.get(["pets"]).send(&ReadContext::default()).await;
    let error = refused.unwrap_err();
    assert!(error.refusal().unwrap().is_limited());
    let text = error.to_string();
    assert!(text.contains("The API asks to wait 7 s"), "{text}");
    assert!(!text.contains("permission"), "{text}");
    client
        .get(["pets"])
        .send(&ReadContext::default())
        .await
        .unwrap();
    let seen = fake.seen();
    assert!(seen[1].at - seen[0].at < Duration::from_secs(1));
}

#[tokio::test(start_paused = true)]
async fn another_refusal_is_no_limit() {
    let fake = Fake::script(vec![forbidden]);
    let client = built(fake.builder().limited(wait));
    let refused = client.get(["pets"]).send(&ReadContext::default()).await;
    assert!(!refused.unwrap_err().refusal().unwrap().is_limited());
    assert_eq!(fake.lines().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_request_that_the_api_may_accept_later_is_repeated() {
    let fake = Fake::script(vec![overtaken, overtaken, fine]);
    let is_overtaken = |refusal: &Refusal| refusal.message() == "overtaken";
    let client = built(fake.builder().try_again(is_overtaken));
    let sent = client.post(["pets"]).send(&ReadContext::default()).await;
    assert!(sent.is_ok());
    assert_eq!(fake.lines().len(), 3);

    let fake = Fake::script(vec![overtaken]);
    let sent = fake.client().post(["pets"]);
    assert!(sent.send(&ReadContext::default()).await.is_err());
    assert_eq!(fake.lines().len(), 1, "only if the client recognises it");

    let fake = Fake::script(vec![overtaken]);
    let retry = Retry::default().attempts(2);
    let client = built(fake.builder().try_again(is_overtaken).retry(retry));
    let sent = client.post(["pets"]).send(&ReadContext::default()).await;
    assert!(!sent.unwrap_err().may_be_applied());
    assert_eq!(fake.lines().len(), 2, "not forever");
}
