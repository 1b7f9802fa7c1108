//! Operations that take too long.

use std::time::Duration;

use terrane::prelude::*;
use terrane_protocol::{
    ApplyResourceChangeResponse, ReadDataSourceRequest, StopProviderRequest,
    ValidateResourceConfigRequest,
};
use tokio::time::{Instant, sleep};

use crate::rig::{apply, configured, decode, encode, object, request};
use crate::setup::lab;

lab!(|registry| registry
    .resource::<Slow>()
    .resource::<Old>()
    .data_source::<Clock>());

/// Something slow.
#[derive(Schema)]
#[tf(settle)]
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

    async fn create(plan: Self, _: &Lab, cx: &mut Create) -> Result<Self> {
        assert_eq!(cx.deadline().is_some(), plan.name != "forever");
        Ok(plan.with_computed(SlowComputed { id: "1".to_owned() }))
    }

    async fn settle(created: Self, _: &Lab, cx: &mut Create) -> Result<Self> {
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

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, cx: &mut Update) -> Result<Self> {
        match cx.deadline() {
            Some(_) => tokio::time::sleep(Duration::from_secs(1_000_000)).await,
            None => tokio::time::sleep(Duration::from_secs(100)).await,
        }
        Ok(plan)
    }

    async fn delete(_: Key<Self>, _: Option<Self>, _: &Lab, _: &mut Delete) -> Result<()> {
        tokio::time::sleep(Duration::from_secs(1_000_000)).await;
        Ok(())
    }
}

/// The same as a block.
#[derive(Schema)]
struct Old {
    /// Its name.
    name: String,
    #[tf(block, timeouts(create))]
    timeouts: Timeouts,
}

impl Resource for Old {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut Create) -> Result<Self> {
        assert_eq!(
            plan.timeouts.configured("create"),
            Some(Duration::from_secs(90))
        );
        tokio::time::sleep(Duration::from_secs(1_000_000)).await;
        Ok(plan)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut Update) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Key<Self>, _: Option<Self>, _: &Lab, _: &mut Delete) -> Result<()> {
        Ok(())
    }
}

/// A clock that has stopped.
#[derive(Schema)]
struct Clock {
    #[tf(timeouts(read = "10m"))]
    timeouts: Timeouts,
}

impl DataSource for Clock {
    type Provider = Lab;

    async fn read(config: Self, _: &Lab, _: &mut ReadData) -> Result<Self> {
        tokio::time::sleep(Duration::from_secs(1_000_000)).await;
        Ok(config)
    }
}

async fn run<M: terrane::Model>(
    type_name: &str,
    prior: Option<&str>,
    config: Option<&str>,
) -> ApplyResourceChangeResponse {
    let provider = configured::<Lab>().await;
    let request = request::<M>(type_name, prior, config);
    let plan = provider
        .plan_resource_change(request.clone())
        .await
        .unwrap();
    assert!(!plan.diagnostics.has_errors(), "{:?}", plan.diagnostics);
    apply(&provider, plan, request).await
}

fn errors(response: &ApplyResourceChangeResponse) -> String {
    let errors: Vec<String> = response
        .diagnostics
        .errors()
        .map(ToString::to_string)
        .collect();
    errors.join("\n")
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_call_reports_it_and_the_object_stays() {
    let response = run::<Slow>("lab_slow", None, Some(r#"{"name":"polite"}"#)).await;
    let errors = errors(&response);
    assert!(errors.contains("Interrupted"), "{errors}");
    assert!(
        errors.contains("did not end within 10m, the time that it has to create"),
        "{errors}"
    );
    assert!(
        errors.contains(r#"`timeouts = { create = "20m" }`"#),
        "{errors}"
    );
    let state = decode::<Slow>(&response.new_state).unwrap();
    assert_eq!(
        state.get("id"),
        Some(&"1".into()),
        "what was created is kept"
    );
}

#[tokio::test(start_paused = true)]
async fn a_call_that_does_not_end_is_left_and_the_object_stays() {
    let config = r#"{"name":"stubborn","timeouts":{"create":"30s"}}"#;
    let response = run::<Slow>("lab_slow", None, Some(config)).await;
    let errors = errors(&response);
    assert!(
        errors.contains("did not end within 30s") && errors.contains("is not in the state"),
        "{errors}"
    );
    assert!(
        errors.contains(r#"`timeouts = { create = "1m" }`"#),
        "{errors}"
    );
    let state = decode::<Slow>(&response.new_state).unwrap();
    assert_eq!(state.get("id"), Some(&"1".into()));
}

/// Waits for a call, and interrupts the host after a second.
async fn interrupted<T>(
    provider: &dyn terrane_protocol::Provider,
    call: impl Future<Output = T>,
) -> (T, Duration) {
    let start = Instant::now();
    let stop = async {
        sleep(Duration::from_secs(1)).await;
        provider
            .stop_provider(StopProviderRequest {})
            .await
            .unwrap();
    };
    let (answer, ()) = tokio::join!(call, stop);
    (answer, start.elapsed())
}

#[tokio::test(start_paused = true)]
async fn an_interrupted_change_that_has_recorded_its_object_is_answered_before_its_timeout() {
    let provider = configured::<Lab>().await;
    let config = r#"{"name":"stubborn","timeouts":{"create":"30s"}}"#;
    let request = request::<Slow>("lab_slow", None, Some(config));
    let plan = provider.plan_resource_change(request.clone()).await;
    let call = apply(&provider, plan.unwrap(), request);
    let (response, elapsed) = interrupted(&*provider, call).await;
    assert_eq!(elapsed.as_secs(), 3, "1 s before, 2 s after it");
    let errors = errors(&response);
    assert!(
        errors.contains("The host was interrupted") && !errors.contains("30s"),
        "{errors}"
    );
    let state = decode::<Slow>(&response.new_state).unwrap();
    assert_eq!(state.get("id"), Some(&"1".into()));
}

#[tokio::test(start_paused = true)]
async fn an_interrupted_read_that_never_returns_is_answered_soon() {
    let provider = configured::<Lab>().await;
    let request = ReadDataSourceRequest {
        type_name: "lab_clock".to_owned(),
        config: encode::<Clock>(Some(object::<Clock>("{}"))),
        ..ReadDataSourceRequest::default()
    };
    let call = provider.read_data_source(request);
    let (answer, elapsed) = interrupted(&*provider, call).await;
    assert_eq!(elapsed.as_secs(), 11);
    let diagnostics = answer.unwrap().diagnostics;
    let messages = diagnostics.errors().next().unwrap().to_string();
    assert!(messages.contains("The host was interrupted"), "{messages}");
}

#[tokio::test(start_paused = true)]
async fn what_ends_well_in_the_time_that_is_left_or_needs_none_is_done() {
    for name in ["in time", "quick"] {
        let response =
            run::<Slow>("lab_slow", None, Some(&format!(r#"{{"name":"{name}"}}"#))).await;
        assert_eq!(errors(&response), "", "{name}");
    }
}

#[tokio::test(start_paused = true)]
async fn each_operation_has_its_own_time_or_none() {
    let prior = r#"{"name":"a","id":"1","timeouts":{"delete":"5m"}}"#;
    let update = run::<Slow>("lab_slow", Some(prior), Some(r#"{"name":"b"}"#)).await;
    assert_eq!(errors(&update), "", "update has no default");
    let limited = r#"{"name":"b","timeouts":{"update":"1m"}}"#;
    let update = run::<Slow>("lab_slow", Some(prior), Some(limited)).await;
    assert!(
        errors(&update).contains("within 1m, the time that it has to update"),
        "{}",
        errors(&update)
    );
    assert_eq!(
        decode::<Slow>(&update.new_state),
        Some(object::<Slow>(prior))
    );
    let delete = run::<Slow>("lab_slow", Some(prior), None).await;
    assert!(
        errors(&delete).contains("within 5m, the time that it has to delete"),
        "{}",
        errors(&delete)
    );
    assert_eq!(
        decode::<Slow>(&delete.new_state),
        Some(object::<Slow>(prior))
    );
}

#[tokio::test(start_paused = true)]
async fn a_block_is_advised_as_a_block() {
    let config = r#"{"name":"a","timeouts":{"create":"90s"}}"#;
    let response = run::<Old>("lab_old", None, Some(config)).await;
    assert!(
        errors(&response).contains(r#"`timeouts { create = "3m" }`"#),
        "{}",
        errors(&response)
    );
}

#[tokio::test]
async fn what_is_no_duration_is_refused_in_validation() {
    for (text, good) in [
        ("10m", true),
        ("ten", false),
        ("0s", false),
        ("-1s", false),
        ("2562048h", false),
    ] {
        let config = format!(r#"{{"name":"a","timeouts":{{"create":"{text}"}}}}"#);
        let request = ValidateResourceConfigRequest {
            type_name: "lab_slow".to_owned(),
            config: encode::<Slow>(Some(object::<Slow>(&config))),
            ..ValidateResourceConfigRequest::default()
        };
        let answer = terrane::server::<Lab>()
            .validate_resource_config(request)
            .await
            .unwrap();
        assert_eq!(!answer.diagnostics.has_errors(), good, "{text}");
    }
}
