//! Operations that take too long.

use std::time::Duration;

use terrane::prelude::*;
use terrane_protocol::EmptyRequest;
use terrane_test::client::{CallError, Client, Instance};
use tokio::time::{Instant, sleep};

use crate::lab::lab;
use crate::setup::{after, client, json, stored};

lab!(|registry| registry
    .resource::<Slow>()
    .resource::<Old>()
    .data_source::<Clock>());

/// Something slow.
#[derive(Model)]
struct Slow {
    /// What it does when the time is over.
    name: String,
    /// Its id.
    #[tf(keep)]
    id: Computed<String>,
    #[tf(timeouts(create = "10m", update, delete))]
    timeouts: Timeouts,
}

impl Resource for Slow {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, cx: &mut CreateContext) -> Result<Self> {
        assert_eq!(cx.deadline().is_some(), plan.name != "forever");
        Ok(plan.with_computed(SlowComputed { id: "1".to_owned() }))
    }

    async fn settle(created: Self, _: &Lab, cx: &mut CreateContext) -> Result<Self> {
        match created.name.as_str() {
            "quick" => return Ok(created),
            "stubborn" => tokio::time::sleep(Duration::from_secs(1_000_000)).await,
            _ => cx.cancelled().await,
        }
        match created.name.as_str() {
            "in time" => Ok(created),
            _ => Err(Error::new("Interrupted", "It was not done.")),
        }
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, cx: &mut UpdateContext) -> Result<Self> {
        match cx.deadline() {
            Some(_) => tokio::time::sleep(Duration::from_secs(1_000_000)).await,
            None => tokio::time::sleep(Duration::from_secs(100)).await,
        }
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        tokio::time::sleep(Duration::from_secs(1_000_000)).await;
        Ok(())
    }
}

/// The same as a block.
#[derive(Model)]
struct Old {
    /// Its name.
    name: String,
    #[tf(block, timeouts(create))]
    timeouts: Timeouts,
}

impl Resource for Old {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        assert_eq!(
            plan.timeouts.configured("create"),
            Some(Duration::from_secs(90))
        );
        tokio::time::sleep(Duration::from_secs(1_000_000)).await;
        Ok(plan)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

/// A clock that has stopped.
#[derive(Model)]
struct Clock {
    #[tf(timeouts(read = "10m"))]
    timeouts: Timeouts,
}

impl DataSource for Clock {
    type Provider = Lab;

    async fn read(config: Self, _: &Lab, _: &mut ReadDataContext) -> Result<Self> {
        tokio::time::sleep(Duration::from_secs(1_000_000)).await;
        Ok(config)
    }
}

type Changed = std::result::Result<Instance, CallError>;

async fn run(type_name: &str, prior: Option<&str>, config: Option<&str>) -> Changed {
    let client = client::<Lab>().await;
    let prior = stored(&client, type_name, prior);
    let plan = match config {
        Some(config) => client.plan(&prior, json(config)).await,
        None => client.plan_delete(&prior).await,
    };
    client.apply(plan.unwrap()).await
}

fn errors(changed: &Changed) -> String {
    crate::setup::errors(changed).join("\n")
}

/// The id of the object that exists after a change.
fn id(changed: &Changed) -> Option<&terrane_value::Value> {
    after(changed)?.attribute("id")
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_call_reports_it_and_the_object_stays() {
    let response = run("lab_slow", None, Some(r#"{"name":"polite"}"#)).await;
    let errors = errors(&response);
    assert!(errors.contains("Interrupted"), "{errors}");
    assert!(
        errors.contains("The operation `create` did not finish within its timeout of 10m"),
        "{errors}"
    );
    assert!(
        errors.contains(r#"`timeouts = { create = "20m" }`"#),
        "{errors}"
    );
    assert_eq!(id(&response), Some(&"1".into()), "what was created is kept");
}

#[tokio::test(start_paused = true)]
async fn a_call_that_never_returns_is_answered_after_its_timeout() {
    let config = r#"{"name":"stubborn","timeouts":{"create":"30s"}}"#;
    let response = run("lab_slow", None, Some(config)).await;
    let errors = errors(&response);
    assert!(
        errors.contains("did not finish within its timeout of 30s")
            && errors.contains("is not in the state"),
        "{errors}"
    );
    assert!(
        errors.contains(r#"`timeouts = { create = "1m" }`"#),
        "{errors}"
    );
    assert_eq!(id(&response), Some(&"1".into()));
}

/// Waits for a call, and interrupts the host after a second.
async fn interrupted<T>(
    provider: &dyn terrane_protocol::Provider,
    call: impl Future<Output = T>,
) -> (T, Duration) {
    let start = Instant::now();
    let stop = async {
        sleep(Duration::from_secs(1)).await;
        provider.stop_provider(EmptyRequest {}).await.unwrap();
    };
    let (answer, ()) = tokio::join!(call, stop);
    (answer, start.elapsed())
}

#[tokio::test(start_paused = true)]
async fn an_interrupted_change_that_has_recorded_its_object_is_answered_before_its_timeout() {
    let provider = terrane::server::<Lab>();
    let client = Client::configured(provider.clone(), json("{}"))
        .await
        .unwrap();
    let config = r#"{"name":"stubborn","timeouts":{"create":"30s"}}"#;
    let absent = Instance::absent("lab_slow");
    let plan = client.plan(&absent, json(config)).await.unwrap();
    let call = client.apply(plan);
    let (response, elapsed) = interrupted(&*provider, call).await;
    assert_eq!(elapsed.as_secs(), 3, "1 s before, 2 s after it");
    let errors = errors(&response);
    assert!(
        errors.contains("The host was interrupted") && !errors.contains("30s"),
        "{errors}"
    );
    assert_eq!(id(&response), Some(&"1".into()));
}

#[tokio::test(start_paused = true)]
async fn an_interrupted_read_that_never_returns_is_answered_soon() {
    let provider = terrane::server::<Lab>();
    let client = Client::configured(provider.clone(), json("{}"))
        .await
        .unwrap();
    let call = client.read_data("lab_clock", json("{}"));
    let (answer, elapsed) = interrupted(&*provider, call).await;
    assert_eq!(elapsed.as_secs(), 11);
    let messages = crate::setup::errors(&answer).remove(0);
    assert!(messages.contains("The host was interrupted"), "{messages}");
}

#[tokio::test(start_paused = true)]
async fn a_create_that_completes_before_its_deadline_succeeds() {
    for name in ["in time", "quick"] {
        let response = run("lab_slow", None, Some(&format!(r#"{{"name":"{name}"}}"#))).await;
        assert_eq!(errors(&response), "", "{name}");
    }
}

#[tokio::test(start_paused = true)]
async fn each_operation_has_its_own_time_or_none() {
    let prior = r#"{"name":"a","id":"1","timeouts":{"delete":"5m"}}"#;
    let before = stored(&client::<Lab>().await, "lab_slow", Some(prior));
    let update = run("lab_slow", Some(prior), Some(r#"{"name":"b"}"#)).await;
    assert_eq!(errors(&update), "", "update has no default");
    let limited = r#"{"name":"b","timeouts":{"update":"1m"}}"#;
    let update = run("lab_slow", Some(prior), Some(limited)).await;
    assert!(
        errors(&update).contains("The operation `update` did not finish within its timeout of 1m"),
        "{}",
        errors(&update)
    );
    assert_eq!(after(&update).unwrap().value(), before.value());
    let delete = run("lab_slow", Some(prior), None).await;
    assert!(
        errors(&delete).contains("The operation `delete` did not finish within its timeout of 5m"),
        "{}",
        errors(&delete)
    );
    assert_eq!(after(&delete).unwrap().value(), before.value());
}

#[tokio::test(start_paused = true)]
async fn a_block_is_advised_as_a_block() {
    let config = r#"{"name":"a","timeouts":{"create":"90s"}}"#;
    let response = run("lab_old", None, Some(config)).await;
    assert!(
        errors(&response).contains(r#"`timeouts { create = "3m" }`"#),
        "{}",
        errors(&response)
    );
}

#[tokio::test]
async fn an_invalid_timeout_is_refused_in_validation() {
    for (text, good) in [
        ("10m", true),
        ("ten", false),
        ("0s", false),
        ("-1s", false),
        ("2562048h", false),
    ] {
        let config = format!(r#"{{"name":"a","timeouts":{{"create":"{text}"}}}}"#);
        let client = Client::new(terrane::server::<Lab>()).await.unwrap();
        let validated = client.validate("lab_slow", json(&config)).await;
        assert_eq!(crate::setup::errors(&validated).is_empty(), good, "{text}");
    }
}
