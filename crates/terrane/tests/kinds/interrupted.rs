//! Author code that continues after the user has interrupted the host: the host gets an answer all the same.

use std::time::Duration;

use terrane::attr::Equal;
use terrane::prelude::*;
use terrane_protocol::{Provider, *};
use terrane_value::Type;
use tokio::time::{Instant, sleep, timeout};

use crate::setup::{configured, lab, messages_of, value};

lab!(|registry| registry
    .resource::<Stone>()
    .resource::<Statue>()
    .resource::<Mural>()
    .data_source::<Quarry>()
    .function::<wait>());

/// A stone: whatever is done with it takes for ever.
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

/// A mural, of which nobody can say whether it has the planned paint.
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

/// What is said to the host that is interrupted while it waits.
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
    let provider = configured::<Lab>().await;
    let plan = provider.plan_resource_change(PlanResourceChangeRequest {
        type_name: "lab_stone".to_owned(),
        prior_state: none(),
        proposed_new_state: value::<Stone>(STONE),
        config: value::<Stone>(STONE),
        ..PlanResourceChangeRequest::default()
    });
    let plan = interrupted(plan, &*provider).await.unwrap().unwrap();
    let read = provider.read_resource(ReadResourceRequest {
        type_name: "lab_stone".to_owned(),
        current_state: value::<Stone>(STONE),
        ..ReadResourceRequest::default()
    });
    let read = interrupted(read, &*provider).await.unwrap().unwrap();
    assert_eq!(read.new_state, value::<Stone>(STONE));
    let import = provider.import_resource_state(ImportResourceStateRequest {
        type_name: "lab_stone".to_owned(),
        id: "granite".to_owned(),
        ..ImportResourceStateRequest::default()
    });
    let import = interrupted(import, &*provider).await.unwrap().unwrap();
    let data = provider.read_data_source(ReadDataSourceRequest {
        type_name: "lab_quarry".to_owned(),
        config: value::<Quarry>(STONE),
        ..ReadDataSourceRequest::default()
    });
    let data = interrupted(data, &*provider).await.unwrap().unwrap();
    for diagnostics in [
        plan.diagnostics,
        read.diagnostics,
        import.diagnostics,
        data.diagnostics,
    ] {
        let messages = messages_of(&diagnostics);
        assert!(
            messages.len() == 1 && messages[0].contains("Interrupted"),
            "{messages:?}"
        );
    }
    let call = provider.call_function(CallFunctionRequest {
        name: "wait".to_owned(),
        arguments: vec![DynamicValue::encode(&"a".into(), &Type::String).unwrap()],
    });
    let call = interrupted(call, &*provider).await.unwrap().unwrap();
    let text = call.error.unwrap().text;
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
    assert!(messages[0].contains("Interrupted"), "{messages:?}");
    assert!(
        messages[1].contains("The object may exist") && messages[1].contains("lab_stone"),
        "{messages:?}"
    );
}

fn none() -> DynamicValue {
    DynamicValue::encode(&Value::Null, &Stone::block().ty()).unwrap()
}

/// Creates a statue and interrupts the host after 1 s; returns the answer and how long it took.
async fn statue(blocks: bool) -> (ApplyResourceChangeResponse, Duration) {
    let provider = configured::<Lab>().await;
    let planned = value::<Statue>(&format!(r#"{{"name": "david", "blocks": {blocks}}}"#));
    let start = Instant::now();
    let create = provider.apply_resource_change(ApplyResourceChangeRequest {
        type_name: "lab_statue".to_owned(),
        prior_state: DynamicValue::encode(&Value::Null, &Statue::block().ty()).unwrap(),
        planned_state: planned.clone(),
        config: planned.clone(),
        ..ApplyResourceChangeRequest::default()
    });
    let answer = interrupted(create, &*provider).await.unwrap().unwrap();
    let ty = Statue::block().ty();
    assert_eq!(
        answer.new_state.decode(&ty).unwrap(),
        planned.decode(&ty).unwrap()
    );
    let messages = messages_of(&answer.diagnostics);
    assert!(
        messages.len() == 1 && messages[0].contains("Interrupted"),
        "{messages:?}"
    );
    (answer, start.elapsed())
}

#[tokio::test(flavor = "multi_thread")]
async fn a13_a_created_object_is_answered_while_code_that_compares_it_blocks() {
    let provider = configured::<Lab>().await;
    let planned = value::<Mural>(r#"{"name": "dawn", "paint": "red"}"#);
    let start = Instant::now();
    let create = provider.apply_resource_change(ApplyResourceChangeRequest {
        type_name: "lab_mural".to_owned(),
        prior_state: DynamicValue::encode(&Value::Null, &Mural::block().ty()).unwrap(),
        planned_state: planned.clone(),
        config: planned,
        ..ApplyResourceChangeRequest::default()
    });
    let answer = interrupted(create, &*provider).await.unwrap().unwrap();
    assert!(start.elapsed() < Duration::from_secs(7));
    let ty = Mural::block().ty();
    let state = answer.new_state.decode(&ty).unwrap();
    let name = state.as_object().and_then(|state| state.get("name"));
    assert_eq!(name, Some(&"dawn".into()));
}

#[tokio::test(start_paused = true)]
async fn a13_a_recorded_object_is_answered_2_s_after_an_interruption() {
    let (_, elapsed) = statue(false).await;
    assert_eq!(elapsed.as_secs(), 3, "1 s before, 2 s after it");
}

#[tokio::test(flavor = "multi_thread")]
async fn a13_a_recorded_object_is_answered_while_its_code_blocks_in_private_mut() {
    let (_, elapsed) = statue(true).await;
    assert!(elapsed < Duration::from_secs(7), "{elapsed:?}");
}
