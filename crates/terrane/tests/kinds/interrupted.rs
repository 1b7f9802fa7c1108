//! Author code that continues after the user has interrupted the host: the host gets an answer all the same.

use std::time::Duration;

use terrane::attr::Equal;
use terrane::prelude::*;
use terrane_protocol::{
    ApplyResourceChangeRequest, DynamicValue, Provider, ReadResourceRequest, StopProviderRequest,
};
use terrane_test::client::{CallError, Client, Instance};
use tokio::time::{Instant, sleep, timeout};

use crate::lab::lab;
use crate::setup::{after, configured, errors, json, messages_of, value};

lab!(|registry| registry
    .resource::<Stone>()
    .resource::<Statue>()
    .resource::<Mural>()
    .data_source::<Quarry>()
    .function::<wait>());

/// A stone, whose operations never return.
#[derive(Schema, Debug)]
struct Stone {
    #[tf(identity)]
    name: String,
}

impl Resource for Stone {
    type Provider = Lab;

    async fn plan(_: &mut Change<Self>, _: Option<&Lab>) -> Result<()> {
        std::future::pending().await
    }

    async fn create(_: Self, _: &Lab, _: &mut Create) -> Result<Self> {
        std::future::pending().await
    }

    async fn read(
        _: Key<Self>,
        _: Option<Self>,
        _: &Lab,
        _: &mut ReadResource,
    ) -> Result<Option<Self>> {
        std::future::pending().await
    }

    async fn import(_: String, _: &Lab, _: &mut Import) -> Result<Option<Draft<Self>>> {
        std::future::pending().await
    }

    async fn update(_: Self, _: Prior<Self>, _: &Lab, _: &mut Update) -> Result<Self> {
        std::future::pending().await
    }

    async fn delete(_: Key<Self>, _: Option<Self>, _: &Lab, _: &mut Delete) -> Result<()> {
        std::future::pending().await
    }
}

/// A statue, which exists at once and is never finished.
#[derive(Schema, Debug)]
#[tf(settle)]
struct Statue {
    #[tf(identity)]
    name: String,
    /// Whether its code blocks its thread.
    blocks: bool,
}

impl Resource for Statue {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut Create) -> Result<Self> {
        Ok(plan)
    }

    async fn settle(created: Self, _: &Lab, cx: &mut Create) -> Result<Self> {
        if !created.blocks {
            return std::future::pending().await;
        }
        cx.private_mut(|_| std::thread::sleep(Duration::from_secs(8)));
        Ok(created)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut Update) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Key<Self>, _: Option<Self>, _: &Lab, _: &mut Delete) -> Result<()> {
        Ok(())
    }
}

/// A mural, whose comparison with the planned paint never returns.
#[derive(Schema, Debug)]
struct Mural {
    #[tf(identity)]
    name: String,
    paint: Paint,
}

/// A paint. To compare two of them takes long.
#[derive(Schema, Debug)]
#[tf(transparent, equal)]
struct Paint(String);

impl Equal for Paint {
    fn equal(&self, _: &Self) -> bool {
        std::thread::sleep(Duration::from_secs(8));
        true
    }
}

impl Resource for Mural {
    type Provider = Lab;

    async fn create(mut plan: Self, _: &Lab, _: &mut Create) -> Result<Self> {
        plan.paint.0.make_ascii_uppercase();
        Ok(plan)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut Update) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Key<Self>, _: Option<Self>, _: &Lab, _: &mut Delete) -> Result<()> {
        Ok(())
    }
}

/// A quarry.
#[derive(Schema, Debug)]
struct Quarry {
    name: String,
}

impl DataSource for Quarry {
    type Provider = Lab;

    async fn read(_: Self, _: &Lab, _: &mut ReadData) -> Result<Self> {
        std::future::pending().await
    }
}

/// Waits.
#[function]
async fn wait(text: String) -> Result<String> {
    std::future::pending::<()>().await;
    Ok(text)
}

/// The errors in the answer of an interrupted call.
async fn interrupted<T>(call: impl Future<Output = T>, provider: &dyn Provider) -> Option<T> {
    let stop = async {
        sleep(Duration::from_secs(1)).await;
        provider.stop_provider(StopProviderRequest::default()).await
    };
    let (answer, _) = tokio::join!(timeout(Duration::from_secs(60), call), stop);
    answer.ok()
}

const STONE: &str = r#"{"name": "granite"}"#;

#[tokio::test(start_paused = true)]
async fn calls_that_change_nothing_are_answered_soon_after_an_interruption() {
    let provider = terrane::server::<Lab>();
    let client = Client::configured(provider.clone(), json("{}")).await;
    let client = client.unwrap();
    let absent = Instance::absent("lab_stone");
    let plan = client.plan(&absent, json(STONE));
    let plan = interrupted(plan, &*provider).await.unwrap();
    // A host drops the state of a failed read, so the answer itself is inspected.
    let read = provider.read_resource(ReadResourceRequest {
        type_name: "lab_stone".to_owned(),
        current_state: value::<Stone>(STONE),
        ..ReadResourceRequest::default()
    });
    let read = interrupted(read, &*provider).await.unwrap().unwrap();
    assert_eq!(read.new_state, value::<Stone>(STONE));
    let import = client.import("lab_stone", "granite");
    let import = interrupted(import, &*provider).await.unwrap();
    let data = client.read_data("lab_quarry", json(STONE));
    let data = interrupted(data, &*provider).await.unwrap();
    for messages in [
        errors(&plan),
        messages_of(&read.diagnostics),
        errors(&import),
        errors(&data),
    ] {
        assert!(
            messages.len() == 1 && messages[0].contains("Operation interrupted"),
            "{messages:?}"
        );
    }
    let call = client.call("wait", ["a".into()]);
    let call = interrupted(call, &*provider).await.unwrap();
    let error = call.unwrap_err();
    let text = &error.function_error().unwrap().text;
    assert!(text.contains("interrupted"), "{text}");
}

#[tokio::test(start_paused = true)]
async fn a_creation_that_has_recorded_nothing_is_answered_10_s_after_an_interruption() {
    let provider = configured::<Lab>().await;
    let start = Instant::now();
    let create = provider.apply_resource_change(ApplyResourceChangeRequest {
        type_name: "lab_stone".to_owned(),
        prior_state: none(),
        planned_state: value::<Stone>(STONE),
        config: value::<Stone>(STONE),
        ..ApplyResourceChangeRequest::default()
    });
    let answer = interrupted(create, &*provider).await.unwrap().unwrap();
    assert_eq!(start.elapsed().as_secs(), 11, "1 s before, 10 s after it");
    assert_eq!(answer.new_state, none());
    let messages = messages_of(&answer.diagnostics);
    assert!(
        messages[0].contains("Operation interrupted"),
        "{messages:?}"
    );
    assert!(
        messages[1].contains("The object may exist") && messages[1].contains("lab_stone"),
        "{messages:?}"
    );
}

fn none() -> DynamicValue {
    DynamicValue::encode(&Value::Null, &Stone::block().ty()).unwrap()
}

/// Creates an object and interrupts the host after 1 s; returns what came of it and how long it took.
async fn interrupted_creation(
    type_name: &str,
    config: &str,
) -> (std::result::Result<Instance, CallError>, Duration) {
    let provider = terrane::server::<Lab>();
    let client = Client::configured(provider.clone(), json("{}")).await;
    let client = client.unwrap();
    let plan = client
        .plan(&Instance::absent(type_name), json(config))
        .await;
    let start = Instant::now();
    let create = client.apply(plan.unwrap());
    let created = interrupted(create, &*provider).await.unwrap();
    (created, start.elapsed())
}

/// Creates a statue, which exists in spite of the interruption; returns how long it took.
async fn statue(blocks: bool) -> Duration {
    let config = format!(r#"{{"name": "david", "blocks": {blocks}}}"#);
    let (created, elapsed) = interrupted_creation("lab_statue", &config).await;
    let expected = Value::object([("name", Value::from("david")), ("blocks", blocks.into())]);
    assert_eq!(after(&created).unwrap().value(), &expected);
    let messages = errors(&created);
    assert!(
        messages.len() == 1 && messages[0].contains("Operation interrupted"),
        "{messages:?}"
    );
    elapsed
}

#[tokio::test(flavor = "multi_thread")]
async fn a13_a_created_object_is_answered_while_code_that_compares_it_blocks() {
    let config = r#"{"name": "dawn", "paint": "red"}"#;
    let (created, elapsed) = interrupted_creation("lab_mural", config).await;
    assert!(elapsed < Duration::from_secs(7));
    let mural = after(&created).unwrap();
    assert_eq!(mural.attribute("name"), Some(&"dawn".into()));
}

#[tokio::test(start_paused = true)]
async fn a13_a_recorded_object_is_answered_2_s_after_an_interruption() {
    let elapsed = statue(false).await;
    assert_eq!(elapsed.as_secs(), 3, "1 s before, 2 s after it");
}

#[tokio::test(flavor = "multi_thread")]
async fn a13_a_recorded_object_is_answered_while_its_code_blocks_in_private_mut() {
    let elapsed = statue(true).await;
    assert!(elapsed < Duration::from_secs(7), "{elapsed:?}");
}
