//! The facts and answers of `configure` (rules P4, P7, G11), and calls that the provider defers (I1, L1, L12, R1).

use std::sync::Arc;

use terrane::DeferredReason;
use terrane::ObjectModel as _;
use terrane::prelude::*;
use terrane_protocol::{
    ClientCapabilities, DynamicValue, ImportResourceStateRequest, ReadResourceRequest,
};
use terrane_test::client::{Client, Instance, PlannedChange};

use crate::setup::{DEFERS, errors, json, messages_of, value};

struct Cloud;

#[provider("registry.terraform.io/example/cloud")]
impl Provider for Cloud {
    async fn configure((): (), cx: &mut ConfigureContext) -> Result<Self> {
        let greeting = format!("Hello {}", cx.host_version());
        let allowed = cx.deferral_allowed();
        cx.warn(greeting, allowed.to_string());
        cx.defer(DeferredReason::AbsentPrerequisite)
    }

    fn register(registry: &mut Registry<Self>) {
        registry
            .data_source::<Zone>()
            .ephemeral::<Zone>()
            .resource::<Bucket>();
    }
}

/// A zone.
#[derive(Model)]
struct Zone {
    /// Its name.
    name: String,
}

impl DataSource for Zone {
    type Provider = Cloud;

    async fn read(config: Self, _: &Cloud, _: &mut ReadDataContext) -> Result<Self> {
        Ok(config)
    }
}

impl Ephemeral for Zone {
    type Provider = Cloud;

    async fn open(config: Self, _: &Cloud, _: &mut OpenContext) -> Result<Self> {
        Ok(config)
    }
}

async fn deferring(provider: Arc<dyn terrane_protocol::Provider>) -> Client {
    let client = Client::new(provider).await.unwrap().allow_deferral();
    client.configure(json("{}")).await.unwrap();
    client
}

#[tokio::test]
async fn p7_the_provider_gets_the_host_version_and_capabilities() {
    let client = Client::new(terrane::server::<Cloud>()).await.unwrap();
    let warnings = client.allow_deferral().configure(json("{}")).await;
    assert_eq!(
        messages_of(&warnings.unwrap()),
        ["warning: Hello 1.14.0: true"]
    );
}

#[tokio::test]
async fn p4_a_deferral_without_support_by_the_host_is_an_error() {
    let client = Client::new(terrane::server::<Cloud>()).await.unwrap();
    let found = errors(&client.configure(json("{}")).await);
    assert_eq!(found[0], "warning: Hello 1.14.0: false");
    assert!(found[1].starts_with("error: Not possible yet"), "{found:?}");
    assert!(
        found[1].contains("this host does not support deferral"),
        "{found:?}"
    );
    let client = client.allow_deferral();
    let read = client
        .read_data("cloud_zone", json(r#"{"name":"a"}"#))
        .await;
    assert!(
        errors(&read)[0].contains("has not configured"),
        "nothing was stored"
    );
}

#[tokio::test]
async fn g11_calls_that_need_a_deferred_provider_are_deferred_with_its_reason() {
    let client = deferring(terrane::server::<Cloud>()).await;
    let config = json(r#"{"name":"a"}"#);
    let data = client.read_data("cloud_zone", config.clone()).await;
    assert_eq!(
        data.unwrap_err().deferred(),
        Some(DeferredReason::AbsentPrerequisite)
    );
    let opened = client.open("cloud_zone", config.clone()).await;
    assert_eq!(
        opened.unwrap_err().deferred(),
        Some(DeferredReason::AbsentPrerequisite)
    );
    let client = client.with_capabilities(ClientCapabilities::default());
    let data = client.read_data("cloud_zone", config).await;
    assert!(errors(&data)[0].contains("defers its work"));
}

/// A bucket.
#[derive(Model)]
struct Bucket {
    /// Its name.
    #[tf(identity)]
    name: String,
    /// In which zone it is.
    #[tf(default = "north")]
    zone: String,
}

impl Resource for Bucket {
    type Provider = Cloud;
    const PLANS_WHILE_DEFERRED: bool = true;

    async fn plan(change: &mut PlanContext<Self>, cloud: Option<&Cloud>) -> Result<()> {
        assert!(cloud.is_none(), "it defers its work");
        match change.planned()?.map(|planned| planned.name) {
            Some(name) if name == "later".to_owned().into() => {
                change.defer(DeferredReason::ResourceConfigUnknown)
            }
            _ => Ok(()),
        }
    }

    async fn create(plan: Self, _: &Cloud, _: &mut CreateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Cloud, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Cloud, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn i1_a_deferred_import_has_an_unknown_object() {
    let provider = terrane::server::<Cloud>();
    deferring(Arc::clone(&provider)).await;
    let mut request = ImportResourceStateRequest {
        type_name: "cloud_bucket".to_owned(),
        id: "a".to_owned(),
        client_capabilities: DEFERS,
        identity: None,
    };
    let answer = provider
        .import_resource_state(request.clone())
        .await
        .unwrap();
    assert_eq!(messages_of(&answer.diagnostics), Vec::<String>::new());
    assert_eq!(answer.deferred.unwrap(), DeferredReason::AbsentPrerequisite);
    let [imported] = &answer.imported_resources[..] else {
        panic!("expected one object");
    };
    assert_eq!(imported.type_name, "cloud_bucket");
    assert!(
        imported
            .state
            .decode(&Bucket::block().ty())
            .unwrap()
            .is_unknown()
    );
    request.client_capabilities = ClientCapabilities::default();
    let answer = provider.import_resource_state(request).await.unwrap();
    assert_eq!((answer.deferred, answer.imported_resources), (None, vec![]));
    assert!(messages_of(&answer.diagnostics)[0].contains("defers its work"));
}

async fn plan(client: &Client, name: &str) -> PlannedChange {
    let config = json(&format!(r#"{{"name":"{name}"}}"#));
    let absent = Instance::absent("cloud_bucket");
    let planned = client.plan(&absent, config).await.unwrap();
    assert!(planned.warnings().is_empty(), "{:?}", planned.warnings());
    planned
}

#[tokio::test]
async fn l1_a_deferred_plan_has_the_proposed_values() {
    let client = deferring(terrane::server::<Cloud>()).await;
    let planned = plan(&client, "a").await;
    assert_eq!(planned.deferred(), Some(DeferredReason::AbsentPrerequisite));
    assert_eq!(planned.attribute("zone"), Some(&"north".into()));
    let client = client.with_capabilities(ClientCapabilities::default());
    assert_eq!(plan(&client, "a").await.deferred(), None);
}

#[tokio::test]
async fn l12_the_reason_of_the_resource_replaces_the_reason_of_the_provider() {
    let client = deferring(terrane::server::<Cloud>()).await;
    let planned = plan(&client, "later").await;
    assert_eq!(
        planned.deferred(),
        Some(DeferredReason::ResourceConfigUnknown)
    );
    assert!(!planned.identity().is_null(), "what follows is not skipped");
}

#[tokio::test]
async fn r1_a_deferred_read_keeps_the_state() {
    let provider = terrane::server::<Cloud>();
    deferring(Arc::clone(&provider)).await;
    let mut request = ReadResourceRequest {
        type_name: "cloud_bucket".to_owned(),
        current_state: value::<Bucket>(r#"{"name":"a","zone":"north"}"#),
        private: b"{}".to_vec().into(),
        client_capabilities: DEFERS,
        ..ReadResourceRequest::default()
    };
    let answer = provider.read_resource(request.clone()).await.unwrap();
    assert_eq!(messages_of(&answer.diagnostics), Vec::<String>::new());
    assert_eq!(answer.deferred.unwrap(), DeferredReason::AbsentPrerequisite);
    assert_eq!(answer.new_state, request.current_state);
    assert_eq!(answer.private, request.private);
    request.client_capabilities = ClientCapabilities::default();
    let answer = provider.read_resource(request.clone()).await.unwrap();
    assert_eq!(answer.new_state, request.current_state);
    assert!(messages_of(&answer.diagnostics)[0].contains("defers its work"));
    request.current_state = DynamicValue::default();
    let answer = provider.read_resource(request).await.unwrap();
    assert!(messages_of(&answer.diagnostics)[0].contains("The state that the host sent is null"));
}
