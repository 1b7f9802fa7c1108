//! How long opening, listing and invoking may take.

use futures_util::stream::{self, Stream, StreamExt};
use terrane::prelude::*;
use terrane_protocol::{ConfigRequest, InvokeActionEvent, ListResourceRequest};

use crate::setup::{client, configured, errors, json, messages_of, value};

#[derive(Default)]
struct Slow;

#[provider("registry.terraform.io/example/slow")]
impl Provider for Slow {
    fn register(registry: &mut Registry<Self>) {
        registry
            .resource::<Snail>()
            .list::<Snails>()
            .ephemeral::<Race>()
            .action::<Crawl>();
    }
}

/// A snail.
#[derive(Model)]
struct Snail {
    /// The name.
    #[tf(identity)]
    name: String,
}

impl Resource for Snail {
    type Provider = Slow;

    async fn create(plan: Self, _: &Slow, _: &mut CreateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Slow, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Slow, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

/// Waits until it is cancelled, or for ever.
async fn wait(cx: &terrane::context::Context, obeys: bool) -> Error {
    assert!(cx.deadline().is_some());
    if obeys {
        cx.cancelled().await
    } else {
        std::future::pending().await
    }
    Error::new("Stopped", "It was told to.")
}

/// A race.
#[derive(Model)]
struct Race {
    /// Whether it returns when it is cancelled.
    obeys: bool,
    #[tf(timeouts(open = "5s"))]
    timeouts: Timeouts,
}

impl Ephemeral for Race {
    type Provider = Slow;

    async fn open(config: Self, _: &Slow, cx: &mut OpenContext) -> Result<Self> {
        Err(wait(cx, config.obeys).await)
    }
}

/// Crawls.
#[derive(Model)]
struct Crawl {
    /// Whether it returns when it is cancelled.
    obeys: bool,
    #[tf(block, timeouts(invoke))]
    timeouts: Timeouts,
}

impl Action for Crawl {
    type Provider = Slow;

    async fn invoke(config: Self, _: &Slow, cx: &mut InvokeContext) -> Result<()> {
        cx.progress("One step").await;
        Err(wait(cx, config.obeys).await)
    }
}

/// Finds snails.
#[derive(Model)]
struct Snails {
    /// Whether it returns when it is cancelled.
    obeys: bool,
    #[tf(timeouts(list = "1m"))]
    timeouts: Timeouts,
}

impl ListResource for Snails {
    type Resource = Snail;

    fn list(
        config: Self,
        _: &Slow,
        cx: &mut ListContext,
    ) -> impl Stream<Item = Result<Listed<Snail>>> + Send {
        let cx = (**cx).clone();
        let name = "Tom".to_owned();
        let first = stream::iter([Ok(Listed::new("Tom", Snail { name }))]);
        let obeys = config.obeys;
        first.chain(stream::once(async move { Err(wait(&cx, obeys).await) }))
    }
}

async fn open(config: &str) -> Vec<String> {
    let client = client::<Slow>().await;
    errors(&client.open("slow_race", json(config)).await)
}

#[tokio::test(start_paused = true)]
async fn opening_ends_with_its_time() {
    let messages = open(r#"{"obeys":true,"timeouts":null}"#).await;
    assert_eq!(
        messages,
        [
            "error: Stopped: It was told to.\n\nThe operation `open` did not finish within its timeout of 5s. To allow more time, set \
             `timeouts = { open = \"10s\" }`."
        ]
    );
    let messages = open(r#"{"obeys":false,"timeouts":{"open":"1m"}}"#).await;
    assert!(
        messages.len() == 1 && messages[0].contains("within its timeout of 1m"),
        "{messages:?}"
    );
}

async fn invoke(config: &str) -> Vec<String> {
    let request = ConfigRequest {
        type_name: "slow_crawl".to_owned(),
        config: value::<Crawl>(config),
        ..ConfigRequest::default()
    };
    let provider = configured::<Slow>().await;
    let events: Vec<_> = provider
        .invoke_action(request)
        .await
        .unwrap()
        .map(Result::unwrap)
        .collect()
        .await;
    let messages = events.into_iter().flat_map(|event| match event {
        InvokeActionEvent::Progress { message } => vec![message],
        InvokeActionEvent::Completed { diagnostics } => messages_of(&diagnostics),
    });
    messages.collect()
}

#[tokio::test(start_paused = true)]
async fn ac3_an_action_times_out_and_reports_it_last() {
    for obeys in [true, false] {
        let config = format!(r#"{{"obeys":{obeys},"timeouts":{{"invoke":"90s"}}}}"#);
        let messages = invoke(&config).await;
        assert_eq!(messages[0], "One step");
        let last = messages.last().unwrap();
        assert!(last.contains("within its timeout of 1m30s"), "{messages:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn lr3_a_list_that_times_out_has_returned_the_objects_found_before() {
    for obeys in [true, false] {
        let request = ListResourceRequest {
            type_name: "slow_snail".to_owned(),
            config: value::<Snails>(&format!(r#"{{"obeys":{obeys},"timeouts":null}}"#)),
            include_resource_object: false,
            limit: 100,
        };
        let provider = configured::<Slow>().await;
        let events: Vec<_> = provider
            .list_resource(request)
            .await
            .unwrap()
            .map(Result::unwrap)
            .collect()
            .await;
        assert_eq!(events.len(), 2);
        assert_eq!(events[0].display_name, "Tom");
        let messages = messages_of(&events[1].diagnostics);
        assert!(
            messages
                .iter()
                .any(|it| it.contains("within its timeout of 1m")),
            "{messages:?}"
        );
    }
}
