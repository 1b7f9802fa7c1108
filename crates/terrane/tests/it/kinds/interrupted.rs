//! Author code that continues after the user has interrupted the host: the host gets an answer all the same.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use terrane::Equal;
use terrane::ObjectModel as _;
use terrane::prelude::*;
use terrane_protocol::{
    ApplyResourceChangeRequest, DynamicValue, EmptyRequest, Provider, ReadResourceRequest,
};
use terrane_test::client::{CallError, Client, Instance};
use tokio::sync::Notify;
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
#[derive(Model, Debug)]
struct Stone {
    #[tf(identity)]
    name: String,
}

impl Resource for Stone {
    type Provider = Lab;

    async fn plan(_: &mut PlanContext<Self>, _: Option<&Lab>) -> Result<()> {
        std::future::pending().await
    }

    async fn create(_: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        std::future::pending().await
    }

    async fn read(_: Prior<Self>, _: &Lab, _: &mut ReadContext) -> Result<Found<Self>> {
        std::future::pending().await
    }

    async fn import(_: String, _: &Lab, _: &mut ImportContext) -> Result<Option<Draft<Self>>> {
        std::future::pending().await
    }

    async fn update(_: Self, _: Prior<Self>, _: &Lab, _: &mut UpdateContext) -> Result<Self> {
        std::future::pending().await
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        std::future::pending().await
    }
}

/// A statue, which exists at once and is never finished.
#[derive(Model, Debug)]
struct Statue {
    #[tf(identity)]
    name: String,
    /// Whether its code blocks its thread.
    blocks: bool,
}

impl Resource for Statue {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn settle(created: Self, _: &Lab, cx: &mut CreateContext) -> Result<Self> {
        if !created.blocks {
            return std::future::pending().await;
        }
        let private = cx.private_mut();
        STATUE.block();
        drop(private);
        Ok(created)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

/// A mural, whose comparison with the planned paint never returns.
#[derive(Model, Debug)]
struct Mural {
    #[tf(identity)]
    name: String,
    paint: Paint,
}

/// A paint. To compare two of them takes long.
#[derive(Attr, Debug)]
#[tf(equal)]
struct Paint(String);

impl Equal for Paint {
    fn equal(&self, _: &Self) -> bool {
        MURAL.block();
        true
    }
}

impl Resource for Mural {
    type Provider = Lab;

    async fn create(mut plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        plan.paint.0.make_ascii_uppercase();
        Ok(plan)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

/// A quarry.
#[derive(Model, Debug)]
struct Quarry {
    name: String,
}

impl DataSource for Quarry {
    type Provider = Lab;

    async fn read(_: Self, _: &Lab, _: &mut ReadDataContext) -> Result<Self> {
        std::future::pending().await
    }
}

/// Waits.
#[function]
async fn wait(text: String) -> Result<String> {
    std::future::pending::<()>().await;
    Ok(text)
}

/// Author code that blocks its thread until the test has its answer.
struct Blocked {
    is_reached: Notify,
    is_answered: AtomicBool,
}

static STATUE: Blocked = Blocked::new();
static MURAL: Blocked = Blocked::new();

impl Blocked {
    const fn new() -> Self {
        Self {
            is_reached: Notify::const_new(),
            is_answered: AtomicBool::new(false),
        }
    }

    fn block(&self) {
        self.is_reached.notify_one();
        while !self.is_answered.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// The answer of a call that is interrupted after 1 s.
async fn interrupted<T>(call: impl Future<Output = T>, provider: &dyn Provider) -> Option<T> {
    interrupted_after(sleep(Duration::from_secs(1)), call, provider).await
}

/// The answer of an interrupted call. The limit only ends a hang.
async fn interrupted_after<T>(
    moment: impl Future<Output = ()>,
    call: impl Future<Output = T>,
    provider: &dyn Provider,
) -> Option<T> {
    let stop = async {
        moment.await;
        provider.stop_provider(EmptyRequest::default()).await
    };
    let (answer, _) = tokio::join!(timeout(Duration::from_secs(600), call), stop);
    answer.ok()
}

const STONE: &str = r#"{"name": "granite"}"#;

#[tokio::test(start_paused = true)]
async fn calls_that_change_nothing_are_answered_soon_after_an_interruption() {
    let provider = terrane::server::<Lab>();
    let client = Client::configured(provider.clone(), json("{}"))
        .await
        .unwrap();
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
    let [message] = &*messages else {
        panic!("{messages:?}");
    };
    assert!(message.contains("Operation interrupted"), "{message}");
    assert!(
        message.contains("it may exist") && message.contains("lab_stone"),
        "{message}"
    );
}

fn none() -> DynamicValue {
    DynamicValue::encode(&Value::Null, &Stone::block().ty()).unwrap()
}

type Created = std::result::Result<Instance, CallError>;

/// Creates an object and interrupts the host; returns what came of it. The code blocks until then.
async fn interrupted_creation(type_name: &str, config: &str, blocked: &Blocked) -> Created {
    // Also after a failure, so that the runtime does not wait for the code.
    let _released = Released(blocked);
    let moment = blocked.is_reached.notified();
    let (created, _) = interrupted_creation_after(moment, type_name, config).await;
    created
}

/// Releases the code when it is dropped.
struct Released<'a>(&'a Blocked);

impl Drop for Released<'_> {
    fn drop(&mut self) {
        self.0.is_answered.store(true, Ordering::SeqCst);
    }
}

/// Creates an object and interrupts the host at a moment; returns what came of it and how long it took.
async fn interrupted_creation_after(
    moment: impl Future<Output = ()>,
    type_name: &str,
    config: &str,
) -> (Created, Duration) {
    let provider = terrane::server::<Lab>();
    let client = Client::configured(provider.clone(), json("{}"))
        .await
        .unwrap();
    let plan = client
        .plan(&Instance::absent(type_name), json(config))
        .await;
    let start = Instant::now();
    let create = client.apply(plan.unwrap());
    let created = interrupted_after(moment, create, &*provider).await.unwrap();
    (created, start.elapsed())
}

fn statue(blocks: bool) -> String {
    format!(r#"{{"name": "david", "blocks": {blocks}}}"#)
}

/// Checks that a statue exists in spite of the interruption.
#[track_caller]
fn assert_exists(created: &Created, blocks: bool) {
    let expected = Value::object([("name", Value::from("david")), ("blocks", blocks.into())]);
    assert_eq!(after(created).unwrap().value(), &expected);
    let messages = errors(created);
    assert!(
        messages.len() == 1 && messages[0].contains("Operation interrupted"),
        "{messages:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a13_a_created_object_is_answered_while_code_that_compares_it_blocks() {
    let config = r#"{"name": "dawn", "paint": "red"}"#;
    let created = interrupted_creation("lab_mural", config, &MURAL).await;
    let mural = after(&created).unwrap();
    assert_eq!(mural.attribute("name"), Some(&"dawn".into()));
}

#[tokio::test(start_paused = true)]
async fn a13_a_recorded_object_is_answered_2_s_after_an_interruption() {
    let moment = sleep(Duration::from_secs(1));
    let (created, elapsed) = interrupted_creation_after(moment, "lab_statue", &statue(false)).await;
    assert_exists(&created, false);
    assert_eq!(elapsed.as_secs(), 3, "1 s before, 2 s after it");
}

#[tokio::test(flavor = "multi_thread")]
async fn a13_a_recorded_object_is_answered_while_its_code_blocks_in_private_mut() {
    let created = interrupted_creation("lab_statue", &statue(true), &STATUE).await;
    assert_exists(&created, true);
}
