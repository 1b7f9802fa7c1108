//! The end of calls: deadlines, and the stop of the host.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use serde_json::{Value as Json, json};
use terrane::prelude::*;
use terrane_api::Waiter;
use terrane_protocol::EmptyRequest;
use terrane_test::client::{CallError, Client, Instance};
use tokio::time::Instant;

use crate::fake::{Fake, Reply, ok, status};

/// The API of each test.
static APIS: LazyLock<Mutex<HashMap<String, Fake>>> = LazyLock::new(Mutex::default);

struct Zoo {
    api: terrane_api::Client,
}

/// The settings.
#[derive(Model)]
struct Config {
    /// The test.
    test: String,
}

#[provider("registry.terraform.io/example/zoo")]
impl Provider for Zoo {
    async fn configure(config: Config, cx: &mut ConfigureContext) -> Result<Self> {
        let fake = APIS.lock().unwrap()[&config.test].clone();
        let api = fake.builder().build(cx)?;
        Ok(Zoo { api })
    }

    fn register(registry: &mut Registry<Self>) {
        registry.resource::<Pet>();
    }
}

/// An animal.
#[derive(Model)]
struct Pet {
    /// Its id.
    #[tf(identity)]
    id: Computed<String>,
    #[tf(timeouts(create = "20m"))]
    timeouts: Timeouts,
}

impl Resource for Pet {
    type Provider = Zoo;

    async fn create(mut plan: Self, zoo: &Zoo, cx: &mut CreateContext) -> Result<Self> {
        plan.id.fill(zoo.api.post(["pets"]).create(cx).await?);
        Ok(plan)
    }

    async fn settle(created: Self, zoo: &Zoo, cx: &mut CreateContext) -> Result<Self> {
        let waiter = Waiter::new("pet `1`").target(["settled"]);
        let check = || async {
            let state: Option<String> = zoo.api.get(["pets", "1"]).find(cx).await?;
            Ok(state.map(|state| (state, ())))
        };
        waiter.until(cx, check).await?;
        Ok(created)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Zoo, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Zoo, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

/// Creates a pet. `stop` is when the host stops.
async fn create(
    test: &str,
    fake: &Fake,
    timeout: &str,
    stop: Option<Duration>,
) -> (Result<Instance, CallError>, Duration) {
    APIS.lock().unwrap().insert(test.to_owned(), fake.clone());
    let provider = terrane::server::<Zoo>();
    let client = Client::configured(Arc::clone(&provider), json!({ "test": test }));
    let client = client.await.unwrap();
    let started = Instant::now();
    let stopping = async {
        if let Some(stop) = stop {
            tokio::time::sleep(stop).await;
            provider
                .stop_provider(EmptyRequest::default())
                .await
                .unwrap();
        }
    };
    let config = json!({ "timeouts": { "create": timeout } });
    let (created, ()) = tokio::join!(client.create("zoo_pet", config), stopping);
    (created, started.elapsed())
}

/// An API that creates pets which never settle.
fn restless() -> Fake {
    Fake::new(|seen| {
        ok(json!(if seen.line.starts_with("POST") {
            "1"
        } else {
            "arriving"
        }))
    })
}

fn text(result: Result<Instance, CallError>) -> String {
    let error = result.unwrap_err();
    let texts: Vec<_> = error
        .diagnostics()
        .iter()
        .map(|it| format!("{}: {}", it.summary, it.detail))
        .collect();
    texts.join("\n")
}

#[tokio::test(start_paused = true)]
async fn a_stop_ends_a_wait_at_once_and_the_object_is_kept() {
    let stop = Duration::from_secs(100);
    let (result, took) = create("stop", &restless(), "20m", Some(stop)).await;
    assert_eq!(took, stop);
    assert!(result.as_ref().unwrap_err().instance().unwrap().exists());
    let text = text(result);
    assert!(
        text.contains("its state is `arriving`") && text.contains("host has stopped"),
        "{text}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_deadline_ends_a_wait_and_the_error_says_how_to_allow_more_time() {
    let (result, took) = create("deadline", &restless(), "90s", None).await;
    assert_eq!(took.as_secs(), 90);
    assert!(result.as_ref().unwrap_err().instance().unwrap().exists());
    let text = text(result);
    assert!(text.contains("its state is `arriving`"), "{text}");
    assert!(text.contains(r#"timeouts = { create = "3m" }"#), "{text}");
}

#[tokio::test(start_paused = true)]
async fn a_creation_on_its_way_is_awaited_after_a_stop() {
    let fake = Fake::new(|_| Reply::Later(Duration::from_secs(4), Box::new(ok(json!("1")))));
    let (result, took) = create("late", &fake, "20m", Some(Duration::from_secs(1))).await;
    assert_eq!(took.as_secs(), 4);
    assert_eq!(fake.lines(), ["POST /v1/pets"]);
    let error = result.unwrap_err();
    assert!(error.instance().unwrap().exists());
}

#[tokio::test(start_paused = true)]
async fn a_creation_without_an_answer_after_a_stop_says_that_it_may_exist() {
    let fake = Fake::new(|_| Reply::Hang);
    let (result, took) = create("hang", &fake, "20m", Some(Duration::from_secs(1))).await;
    assert_eq!(took.as_secs(), 6);
    let text = text(result);
    assert!(
        text.contains("may have carried out the request") && text.contains("import it"),
        "{text}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_delay_beyond_the_deadline_is_an_error_at_once() {
    let fake = Fake::new(|_| status(429, Json::Null).with("retry-after", "120"));
    let (result, took) = create("patience", &fake, "60s", None).await;
    assert_eq!(took, Duration::ZERO);
    let text = text(result);
    assert!(text.contains("asks to wait 120 s"), "{text}");
}
