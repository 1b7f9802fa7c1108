//! The rate of requests that all calls share.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::time::Duration;

use futures_util::{FutureExt as _, StreamExt as _, stream};
use serde_json::Value as Json;
use terrane::context::ReadContext;
use tokio::time::Instant;

use crate::fake::{Fake, built, ok, status};

/// An API that accepts 50 requests in each second of its clock. If `tells` is set, it refuses others with `Retry-After`.
fn limited_api(tells: bool) -> Fake {
    let window = Mutex::new((None::<Instant>, 0));
    Fake::new(move |seen| {
        let mut window = window.lock().unwrap();
        let start = window
            .0
            .filter(|start| seen.at - *start < Duration::from_secs(1));
        if start.is_none() {
            *window = (Some(seen.at), 0);
        }
        window.1 += 1;
        if window.1 <= 50 {
            return ok(Json::Null);
        }
        let refusal = status(429, Json::Null);
        if tells {
            refusal.with("retry-after", "1")
        } else {
            refusal
        }
    })
}

async fn read_a_thousand(client: &terrane_api::Client) -> Duration {
    let started = Instant::now();
    let reads = stream::iter(0..1000).map(|id: u32| async move {
        let request = client.get(["pets", &id.to_string()]);
        request.send(&ReadContext::default()).await.unwrap();
    });
    // As many as hosts run at once.
    reads.buffer_unordered(10).collect::<Vec<()>>().await;
    started.elapsed()
}

#[tokio::test(start_paused = true)]
async fn a_thousand_reads_of_an_api_with_a_limit_end_within_the_time_of_the_limit() {
    for tells in [true, false] {
        let fake = limited_api(tells);
        let took = read_a_thousand(&fake.client()).await;
        assert!(took <= Duration::from_secs(24), "{tells} {took:?}");
        assert!(fake.lines().len() <= 1100, "{tells} {}", fake.lines().len());
    }
}

#[tokio::test(start_paused = true)]
async fn a_maximum_rate_is_never_exceeded() {
    let fake = Fake::new(|_| ok(Json::Null));
    let client = built(fake.builder().rate(20.0));
    let took = read_a_thousand(&client).await;
    assert!((49..=51).contains(&took.as_secs()), "{took:?}");
    let mut second = VecDeque::new();
    for seen in fake.seen() {
        second.push_back(seen.at);
        while seen.at - second[0] >= Duration::from_secs(1) {
            second.pop_front();
        }
        assert!(second.len() <= 21, "{}", second.len());
    }
}

#[tokio::test(start_paused = true)]
async fn an_api_without_a_limit_is_not_slowed_down() {
    let fake = Fake::new(|_| ok(Json::Null));
    assert_eq!(read_a_thousand(&fake.client()).await, Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn a_pause_that_the_api_asks_for_is_one_of_all_calls() {
    let fake = Fake::new(|seen| {
        if seen.line.ends_with("/limited") {
            status(429, Json::Null).with("retry-after", "60")
        } else {
            ok(Json::Null)
        }
    });
    let client = fake.client();
    let cx = ReadContext::default();
    let mut limited = Box::pin(client.get(["limited"]).send(&cx));
    assert!((&mut limited).now_or_never().is_none());
    let started = Instant::now();
    client.get(["pets"]).send(&cx).await.unwrap();
    assert_eq!(started.elapsed().as_secs(), 60);
}
