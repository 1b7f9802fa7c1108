//! Wherever author code can defer, it can ask first whether the host allows that.

use terrane::prelude::*;
use terrane_protocol::{
    ClientCapabilities, Diagnostics, DynamicValue, ImportResourceStateRequest,
    OpenEphemeralResourceRequest, PlanResourceChangeRequest, ReadDataSourceRequest,
    ReadResourceRequest,
};

use crate::setup::{DEFERS, configured, messages_of, value};

struct Quay;

impl Provider for Quay {
    const ADDRESS: &'static str = "registry.terraform.io/example/quay";
    const VERSION: &'static str = "0.1.0";
    type Config = ();

    async fn configure((): (), _: &mut Configure) -> Result<Self> {
        Ok(Quay)
    }

    fn register(registry: &mut Registry<Self>) {
        registry
            .resource::<Berth>()
            .data_source::<Tide>()
            .ephemeral::<Tide>();
    }
}

/// A berth.
#[derive(Schema)]
struct Berth {
    /// What it is called.
    #[tf(identity)]
    name: String,
}

/// The tide.
#[derive(Schema)]
struct Tide {
    /// Where it is.
    name: String,
}

const ALLOWED: &str = "The host defers";
const REFUSED: &str = "The host does not defer";

fn summary(allowed: bool) -> &'static str {
    if allowed { ALLOWED } else { REFUSED }
}

impl Resource for Berth {
    type Provider = Quay;

    async fn plan(change: &mut Change<Self>, _: Option<&Quay>) -> Result<()> {
        let summary = summary(change.deferral_allowed());
        change.cx().warn(summary, "");
        Ok(())
    }

    async fn create(plan: Self, _: &Quay, _: &mut Create) -> Result<Self> {
        Ok(plan)
    }

    async fn read(
        _: Key<Self>,
        prior: Option<Self>,
        _: &Quay,
        cx: &mut ReadResource,
    ) -> Result<Option<Self>> {
        let summary = summary(cx.deferral_allowed());
        cx.warn(summary, "");
        Ok(prior)
    }

    async fn import(_: String, _: &Quay, cx: &mut Import) -> Result<Option<Draft<Self>>> {
        let summary = summary(cx.deferral_allowed());
        cx.warn(summary, "");
        Ok(None)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Quay, _: &mut Update) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Key<Self>, _: Option<Self>, _: &Quay, _: &mut Delete) -> Result<()> {
        Ok(())
    }
}

impl DataSource for Tide {
    type Provider = Quay;

    async fn read(config: Self, _: &Quay, cx: &mut ReadData) -> Result<Self> {
        let summary = summary(cx.deferral_allowed());
        cx.warn(summary, "");
        Ok(config)
    }
}

impl Ephemeral for Tide {
    type Provider = Quay;

    async fn open(config: Self, _: &Quay, cx: &mut Open) -> Result<Self> {
        let summary = summary(cx.deferral_allowed());
        cx.warn(summary, "");
        Ok(config)
    }
}

const NAMED: &str = r#"{"name":"a"}"#;

/// What each call that can be deferred reports.
async fn reports(client_capabilities: ClientCapabilities) -> Vec<Diagnostics> {
    let provider = configured::<Quay>().await;
    let (berth, tide) = ("quay_berth".to_owned(), "quay_tide".to_owned());
    let null = DynamicValue::encode(&Value::Null, &Berth::block().ty()).unwrap();
    let plan = PlanResourceChangeRequest {
        type_name: berth.clone(),
        prior_state: null,
        proposed_new_state: value::<Berth>(NAMED),
        config: value::<Berth>(NAMED),
        client_capabilities,
        ..PlanResourceChangeRequest::default()
    };
    let read = ReadResourceRequest {
        type_name: berth.clone(),
        current_state: value::<Berth>(NAMED),
        client_capabilities,
        ..ReadResourceRequest::default()
    };
    let import = ImportResourceStateRequest {
        type_name: berth,
        id: "a".to_owned(),
        client_capabilities,
        identity: None,
    };
    let data = ReadDataSourceRequest {
        type_name: tide.clone(),
        config: value::<Tide>(NAMED),
        client_capabilities,
        ..ReadDataSourceRequest::default()
    };
    let open = OpenEphemeralResourceRequest {
        type_name: tide,
        config: value::<Tide>(NAMED),
        client_capabilities,
    };
    vec![
        provider
            .plan_resource_change(plan)
            .await
            .unwrap()
            .diagnostics,
        provider.read_resource(read).await.unwrap().diagnostics,
        provider
            .import_resource_state(import)
            .await
            .unwrap()
            .diagnostics,
        provider.read_data_source(data).await.unwrap().diagnostics,
        provider
            .open_ephemeral_resource(open)
            .await
            .unwrap()
            .diagnostics,
    ]
}

#[tokio::test]
async fn whoever_can_defer_can_ask_whether_the_host_allows_it() {
    for (capabilities, summary) in [(DEFERS, ALLOWED), (ClientCapabilities::default(), REFUSED)] {
        for diagnostics in reports(capabilities).await {
            assert_eq!(messages_of(&diagnostics), [format!("warning: {summary}")]);
        }
    }
}
