//! Repeated requests.

use std::time::Duration;

use http::Method;
use serde_json::Value as Json;
use terrane::context::ReadContext;
use terrane_api::{ErrorKind, Retry};
use tokio::time::Instant;

use crate::fake::{Fake, Reply, built, ok, status};

fn fine() -> Reply {
    ok(Json::Null)
}

fn lost() -> Reply {
    Reply::Lost
}

fn unsent() -> Reply {
    Reply::Unsent
}

fn unavailable() -> Reply {
    status(503, Json::Null)
}

#[tokio::test(start_paused = true)]
async fn a_read_is_repeated_after_faults_of_the_connection_and_the_server() {
    for fault in [lost, unsent, unavailable] {
        let fake = Fake::script(vec![fault, fault, fine]);
        fake.client()
            .get(["pets"])
            .send(&ReadContext::default())
            .await
            .unwrap();
        let seen = fake.seen();
        assert_eq!(seen.len(), 3);
        // 0.5 s and 1 s, each with a random part of at most the delay.
        let delays = [seen[1].at - seen[0].at, seen[2].at - seen[1].at];
        for (delay, least) in delays.iter().zip([500, 1000]) {
            let range = Duration::from_millis(least)..=Duration::from_millis(2 * least + 1);
            assert!(range.contains(delay), "{delays:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn the_last_attempt_is_the_error() {
    let fake = Fake::script(vec![unavailable]);
    let client = built(fake.builder().retry(Retry::default().attempts(3)));
    let error = client
        .get(["pets"])
        .send(&ReadContext::default())
        .await
        .unwrap_err();
    assert_eq!(
        (error.status().unwrap().as_u16(), fake.lines().len()),
        (503, 3)
    );
}

#[tokio::test(start_paused = true)]
async fn a_change_that_may_have_been_carried_out_is_not_repeated() {
    for fault in [lost, unavailable] {
        for method in [Method::POST, Method::PATCH, Method::PUT, Method::DELETE] {
            let fake = Fake::script(vec![fault, fine]);
            let request = fake.client().request(method, ["pets"]);
            let error = request.send(&ReadContext::default()).await.unwrap_err();
            assert!(error.may_be_applied(), "{error}");
            assert_eq!(fake.lines().len(), 1);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_change_that_has_not_been_carried_out_is_repeated() {
    fn limited() -> Reply {
        status(429, Json::Null)
    }
    for fault in [unsent, limited] {
        let fake = Fake::script(vec![fault, fine]);
        fake.client()
            .post(["pets"])
            .send(&ReadContext::default())
            .await
            .unwrap();
        assert_eq!(fake.lines().len(), 2);
    }
}

#[tokio::test(start_paused = true)]
async fn a_change_that_is_declared_repeatable_is_repeated() {
    let fake = Fake::script(vec![lost, unavailable, fine]);
    let cx = ReadContext::default();
    fake.client()
        .put(["pets"])
        .repeatable()
        .send(&cx)
        .await
        .unwrap();
    assert_eq!(fake.lines().len(), 3);
}

#[tokio::test(start_paused = true)]
async fn all_attempts_of_a_request_have_the_same_key() {
    let fake = Fake::script(vec![lost, unavailable, fine]);
    let (cx, client) = (ReadContext::default(), fake.client());
    for _ in 0..2 {
        client
            .post(["pets"])
            .idempotency_key()
            .send(&cx)
            .await
            .unwrap();
    }
    let seen = fake.seen();
    let keys: Vec<_> = seen
        .iter()
        .map(|it| it.header("idempotency-key").unwrap())
        .collect();
    assert_eq!(keys.len(), 4);
    assert!(
        keys[0] == keys[1] && keys[0] == keys[2] && keys[0] != keys[3],
        "{keys:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn the_api_says_when_the_next_attempt_is() {
    fn later() -> Reply {
        status(503, Json::Null).with("retry-after", "100")
    }
    let fake = Fake::script(vec![later, fine]);
    let started = Instant::now();
    fake.client()
        .get(["pets"])
        .send(&ReadContext::default())
        .await
        .unwrap();
    assert_eq!(started.elapsed().as_secs(), 100);
}

#[tokio::test(start_paused = true)]
async fn an_api_that_asks_for_too_much_patience_is_an_error_at_once() {
    fn tomorrow() -> Reply {
        status(429, Json::Null).with("retry-after", "86400")
    }
    let fake = Fake::script(vec![tomorrow]);
    let started = Instant::now();
    let error = fake
        .client()
        .get(["pets"])
        .send(&ReadContext::default())
        .await
        .unwrap_err();
    assert_eq!(started.elapsed(), Duration::ZERO);
    assert!(
        error.to_string().contains("asks to wait 86400 s"),
        "{error}"
    );
}

#[tokio::test(start_paused = true)]
async fn an_attempt_without_an_answer_ends_after_its_timeout() {
    fn hang() -> Reply {
        Reply::Hang
    }
    let fake = Fake::script(vec![hang, fine]);
    let cx = ReadContext::default();
    let client = built(fake.builder().timeout(Duration::from_secs(7)));
    client.get(["pets"]).send(&cx).await.unwrap();
    let seen = fake.seen();
    assert!(seen[1].at - seen[0].at >= Duration::from_millis(7500));

    let fake = Fake::script(vec![hang]);
    let request = fake.client().post(["pets"]).timeout(Duration::from_secs(7));
    let error = request.send(&cx).await.unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Lost(_)), "{error}");
    assert!(error.to_string().contains("after 7 s"), "{error}");
}

#[tokio::test(start_paused = true)]
async fn a_conflict_is_repeated_if_it_is_declared_so() {
    fn conflict() -> Reply {
        status(409, Json::Null)
    }
    let cx = ReadContext::default();
    let fake = Fake::script(vec![conflict, fine]);
    let error = fake.client().put(["pets"]).send(&cx).await.unwrap_err();
    assert!(error.is_conflict());
    let fake = Fake::script(vec![conflict, fine]);
    fake.client()
        .put(["pets"])
        .repeat_conflicts()
        .send(&cx)
        .await
        .unwrap();
    assert_eq!(fake.lines().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn statuses_that_stay_are_not_repeated() {
    for code in [400, 403, 404, 422, 501] {
        let fake = Fake::new(move |_| status(code, Json::Null));
        let error = fake
            .client()
            .get(["pets"])
            .send(&ReadContext::default())
            .await
            .unwrap_err();
        assert_eq!(
            (error.status().unwrap().as_u16(), fake.lines().len()),
            (code, 1)
        );
    }
}
