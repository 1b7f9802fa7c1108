//! Waiters.

use std::future::ready;
use std::time::Duration;

use terrane::Error;
use terrane::context::CreateContext;
use terrane_api::Waiter;
use tokio::time::Instant;

/// Waits with states that the API reports one after the other. The last is repeated.
async fn wait(waiter: Waiter, states: &[Option<&str>]) -> (terrane::Result<usize>, usize) {
    let mut checks = 0;
    let cx = CreateContext::default();
    let result = waiter
        .until(&cx, || {
            let state = states[checks.min(states.len() - 1)];
            checks += 1;
            ready(Ok(state.map(|state| (state, checks))))
        })
        .await;
    (result, checks)
}

fn waiter() -> Waiter {
    Waiter::new("pet `rex`")
        .pending(["arriving"])
        .target(["settled", "asleep"])
}

#[tokio::test(start_paused = true)]
async fn the_first_target_ends_the_wait() {
    let states = [None, Some("arriving"), Some("arriving"), Some("asleep")];
    let (result, checks) = wait(waiter(), &states).await;
    assert_eq!((result.unwrap(), checks), (4, 4));
}

#[tokio::test(start_paused = true)]
async fn delays_grow_up_to_the_longest() {
    let started = Instant::now();
    let waiter = waiter().delays(Duration::from_secs(1), Duration::from_secs(4));
    let mut states = vec![Some("arriving"); 6];
    states.push(Some("settled"));
    wait(waiter, &states).await.0.unwrap();
    // 1 + 2 + 4 + 4 + 4 + 4 s, and as much at random.
    let took = started.elapsed().as_secs();
    assert!((19..=39).contains(&took), "{took}");
}

#[tokio::test(start_paused = true)]
async fn an_unexpected_state_ends_the_wait_with_an_error() {
    for waiter in [
        waiter(),
        Waiter::new("pet `rex`")
            .target(["settled", "asleep"])
            .failed(["lost"]),
    ] {
        let (result, checks) = wait(waiter, &[Some("lost")]).await;
        let text = result.unwrap_err().to_string();
        assert_eq!(
            text,
            "Unexpected state of pet `rex`: Its state is `lost`. Expected: `settled` or `asleep`."
        );
        assert_eq!(checks, 1);
    }
}

#[tokio::test(start_paused = true)]
async fn a_wait_without_a_deadline_ends_at_its_limit_and_names_the_last_state() {
    for (states, last) in [
        ([Some("arriving")], "its state is `arriving`"),
        ([None], "it does not exist"),
    ] {
        let started = Instant::now();
        let (result, _) = wait(waiter().limit(Duration::from_secs(90)), &states).await;
        let text = result.unwrap_err().to_string();
        assert!(text.contains("Gave up waiting for pet `rex`"), "{text}");
        assert!(
            text.contains(last) && text.contains("Expected: `settled` or `asleep`"),
            "{text}"
        );
        assert!(started.elapsed() <= Duration::from_secs(90));
    }
}

#[tokio::test(start_paused = true)]
async fn a_check_that_hangs_ends_at_the_limit() {
    let waiter = waiter().limit(Duration::from_secs(90));
    let cx = CreateContext::default();
    let check = || std::future::pending::<terrane::Result<Option<(&str, ())>>>();
    let text = waiter.until(&cx, check).await.unwrap_err().to_string();
    assert!(
        text.contains("After 90 s, its state is not known"),
        "{text}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_target_must_be_seen_several_times_in_a_row_if_asked() {
    let states = [
        Some("settled"),
        Some("arriving"),
        Some("settled"),
        Some("settled"),
        Some("settled"),
    ];
    let (result, _) = wait(waiter().times(3), &states).await;
    assert_eq!(result.unwrap(), 5);
}

#[tokio::test(start_paused = true)]
async fn an_error_of_a_check_ends_the_wait() {
    let cx = CreateContext::default();
    let check = || async { Err::<Option<(&str, ())>, _>(Error::new("No", "Not today.")) };
    let error = waiter().until(&cx, check).await.unwrap_err();
    assert_eq!(error.to_string(), "No: Not today.");
}

#[tokio::test(start_paused = true)]
async fn a_wait_for_existence_and_for_its_end() {
    let (cx, waiter) = (CreateContext::default(), Waiter::new("pet `rex`"));
    let mut checks = 0;
    let found = waiter.until_found(&cx, || {
        checks += 1;
        ready(Ok((checks == 3).then_some(checks)))
    });
    assert_eq!(found.await.unwrap(), 3);
    let gone = waiter.until_gone(&cx, || {
        checks += 1;
        ready(Ok((checks < 6).then_some("leaving")))
    });
    gone.await.unwrap();
    assert_eq!(checks, 6);
    let waiter = waiter.failed(["stuck"]);
    let stays = waiter.until_gone(&cx, || async { Ok(Some("stuck")) });
    let text = stays.await.unwrap_err().to_string();
    assert!(text.contains("Its state is `stuck`"), "{text}");
}

#[tokio::test(start_paused = true)]
async fn an_object_is_missing_after_several_looks_in_a_row() {
    let (cx, waiter) = (CreateContext::default(), Waiter::new("pet `rex`").times(3));
    for (found_at, expected) in [(1, Some(1)), (3, Some(3)), (4, None)] {
        let mut looks = 0;
        let start = Instant::now();
        let found = waiter.find(&cx, || {
            looks += 1;
            ready(Ok((looks == found_at).then_some(looks)))
        });
        assert_eq!(found.await.unwrap(), expected);
        assert_eq!(looks, found_at.min(3));
        // One second in between.
        assert_eq!(start.elapsed().as_secs(), looks - 1);
    }
    let failed = waiter.find(&cx, || ready(Err::<Option<()>, _>(Error::new("No", "no"))));
    assert!(failed.await.is_err());
}
