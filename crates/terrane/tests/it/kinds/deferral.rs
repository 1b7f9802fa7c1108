//! Wherever author code can defer, it can ask first whether the host allows that.

use terrane::prelude::*;
use terrane_protocol::Diagnostic;
use terrane_test::client::{Client, Instance};

use crate::setup::{client, json, stored};

#[derive(Default)]
struct Quay;

#[provider("registry.terraform.io/example/quay")]
impl Provider for Quay {
    fn register(registry: &mut Registry<Self>) {
        registry
            .resource::<Berth>()
            .data_source::<Tide>()
            .ephemeral::<Tide>();
    }
}

/// A berth.
#[derive(Model)]
struct Berth {
    /// The name.
    #[tf(identity)]
    name: String,
}

/// The tide.
#[derive(Model)]
struct Tide {
    /// The location.
    name: String,
}

const ALLOWED: &str = "The host defers";
const REFUSED: &str = "The host does not defer";

fn summary(allowed: bool) -> &'static str {
    if allowed { ALLOWED } else { REFUSED }
}

impl Resource for Berth {
    type Provider = Quay;

    async fn plan(change: &mut PlanContext<Self>, _: Option<&Quay>) -> Result<()> {
        let summary = summary(change.deferral_allowed());
        change.cx().warn(summary, "");
        Ok(())
    }

    async fn create(plan: Self, _: &Quay, _: &mut CreateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn read(prior: Prior<Self>, _: &Quay, cx: &mut ReadContext) -> Result<Found<Self>> {
        let summary = summary(cx.deferral_allowed());
        cx.warn(summary, "");
        Ok(Found::or_gone(prior.into_complete()))
    }

    async fn import(_: String, _: &Quay, cx: &mut ImportContext) -> Result<Option<Draft<Self>>> {
        let summary = summary(cx.deferral_allowed());
        cx.warn(summary, "");
        Ok(None)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Quay, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Quay, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

impl DataSource for Tide {
    type Provider = Quay;

    async fn read(config: Self, _: &Quay, cx: &mut ReadDataContext) -> Result<Self> {
        let summary = summary(cx.deferral_allowed());
        cx.warn(summary, "");
        Ok(config)
    }
}

impl Ephemeral for Tide {
    type Provider = Quay;

    async fn open(config: Self, _: &Quay, cx: &mut OpenContext) -> Result<Self> {
        let summary = summary(cx.deferral_allowed());
        cx.warn(summary, "");
        Ok(config)
    }
}

const NAMED: &str = r#"{"name":"a"}"#;

/// What each call that can be deferred reports.
async fn reports(client: &Client) -> [Vec<Diagnostic>; 5] {
    let absent = Instance::absent("quay_berth");
    let berth = stored(client, "quay_berth", Some(NAMED));
    let planned = client.plan(&absent, json(NAMED)).await.unwrap();
    let read = client.read(&berth).await.unwrap();
    let imported = client.import("quay_berth", "a").await.unwrap();
    let data = client.read_data("quay_tide", json(NAMED)).await.unwrap();
    let opened = client.open("quay_tide", json(NAMED)).await.unwrap();
    [
        planned.warnings(),
        read.warnings(),
        imported.warnings(),
        data.warnings(),
        opened.warnings(),
    ]
    .map(<[_]>::to_vec)
}

#[tokio::test]
async fn every_context_that_can_defer_reports_whether_the_host_supports_it() {
    let client = client::<Quay>().await;
    let deferring = crate::setup::client::<Quay>().await.allow_deferral();
    for (client, summary) in [(deferring, ALLOWED), (client, REFUSED)] {
        for diagnostics in reports(&client).await {
            let messages: Vec<_> = diagnostics.iter().map(ToString::to_string).collect();
            assert_eq!(messages, [format!("warning: {summary}")]);
        }
    }
}
