//! What the provider learns and says when it is configured (rules P4, P7, G11), and what becomes of calls that it defers (I1, L1, L12, R1).

use terrane::DeferredReason;
use terrane::prelude::*;
use terrane_protocol::{
    ClientCapabilities, DynamicValue, ImportResourceStateRequest, OpenEphemeralResourceRequest,
    PlanResourceChangeRequest, PlanResourceChangeResponse, ReadDataSourceRequest,
    ReadResourceRequest,
};

use crate::setup::{DEFERS, configure, messages_of, object, value};

struct Cloud;

impl Provider for Cloud {
    const ADDRESS: &'static str = "registry.terraform.io/example/cloud";
    const VERSION: &'static str = "0.1.0";
    type Config = ();

    async fn configure((): (), cx: &mut Configure) -> Result<Self> {
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
#[derive(Schema)]
struct Zone {
    /// Its name.
    name: String,
}

impl DataSource for Zone {
    type Provider = Cloud;

    async fn read(config: Self, _: &Cloud, _: &mut ReadData) -> Result<Self> {
        Ok(config)
    }
}

impl Ephemeral for Zone {
    type Provider = Cloud;

    async fn open(config: Self, _: &Cloud, _: &mut Open) -> Result<Self> {
        Ok(config)
    }
}

#[tokio::test]
async fn p7_the_provider_sees_the_hosts_version_and_what_it_allows() {
    let answer = configure(&terrane::server::<Cloud>(), DEFERS).await;
    assert_eq!(
        messages_of(&answer.diagnostics),
        ["warning: Hello 1.14.0: true"]
    );
}

#[tokio::test]
async fn p4_a_deferral_without_support_by_the_host_is_an_error() {
    let provider = terrane::server::<Cloud>();
    let answer = configure(&provider, ClientCapabilities::default()).await;
    let found = messages_of(&answer.diagnostics);
    assert_eq!(found[0], "warning: Hello 1.14.0: false");
    assert!(found[1].starts_with("error: Not possible yet"), "{found:?}");
    assert!(found[1].contains("this host cannot defer it"), "{found:?}");
    let request = ReadDataSourceRequest {
        type_name: "cloud_zone".to_owned(),
        config: value::<Zone>(r#"{"name":"a"}"#),
        client_capabilities: DEFERS,
        ..ReadDataSourceRequest::default()
    };
    let answer = provider.read_data_source(request).await.unwrap();
    assert!(
        messages_of(&answer.diagnostics)[0].contains("has not configured"),
        "nothing was stored"
    );
}

#[tokio::test]
async fn g11_calls_that_need_a_deferred_provider_are_deferred_with_its_reason() {
    let provider = terrane::server::<Cloud>();
    configure(&provider, DEFERS).await;
    let type_name = "cloud_zone".to_owned();
    let config = value::<Zone>(r#"{"name":"a"}"#);
    let mut request = ReadDataSourceRequest {
        type_name: type_name.clone(),
        config: config.clone(),
        client_capabilities: DEFERS,
        ..ReadDataSourceRequest::default()
    };
    let data = provider.read_data_source(request.clone()).await.unwrap();
    assert_eq!(
        data.deferred.unwrap().reason,
        DeferredReason::AbsentPrerequisite
    );
    let open = OpenEphemeralResourceRequest {
        type_name,
        config,
        client_capabilities: DEFERS,
    };
    let opened = provider.open_ephemeral_resource(open).await.unwrap();
    assert_eq!(
        opened.deferred.unwrap().reason,
        DeferredReason::AbsentPrerequisite
    );
    request.client_capabilities = ClientCapabilities::default();
    let data = provider.read_data_source(request).await.unwrap();
    assert_eq!(data.deferred, None);
    assert!(messages_of(&data.diagnostics)[0].contains("defers its work"));
}

/// A bucket.
#[derive(Schema)]
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

    async fn plan(change: &mut Change<Self>, cloud: Option<&Cloud>) -> Result<()> {
        assert!(cloud.is_none(), "it defers its work");
        match change.planned()?.map(|planned| planned.name) {
            Some(name) if name == "later".to_owned().into() => {
                change.defer(DeferredReason::ResourceConfigUnknown)
            }
            _ => Ok(()),
        }
    }

    async fn create(plan: Self, _: &Cloud, _: &mut Create) -> Result<Self> {
        Ok(plan)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Cloud, _: &mut Update) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Key<Self>, _: Option<Self>, _: &Cloud, _: &mut Delete) -> Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn i1_a_deferred_import_has_an_unknown_object() {
    let provider = terrane::server::<Cloud>();
    configure(&provider, DEFERS).await;
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
    assert_eq!(
        answer.deferred.unwrap().reason,
        DeferredReason::AbsentPrerequisite
    );
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

async fn plan(
    name: &str,
    client_capabilities: ClientCapabilities,
) -> (PlanResourceChangeResponse, Vec<String>) {
    let provider = terrane::server::<Cloud>();
    configure(&provider, DEFERS).await;
    let config = value::<Bucket>(&format!(r#"{{"name":"{name}","zone":null}}"#));
    let request = PlanResourceChangeRequest {
        type_name: "cloud_bucket".to_owned(),
        proposed_new_state: config.clone(),
        config,
        client_capabilities,
        ..PlanResourceChangeRequest::default()
    };
    let answer = provider.plan_resource_change(request).await.unwrap();
    let messages = messages_of(&answer.diagnostics);
    (answer, messages)
}

#[tokio::test]
async fn l1_a_deferred_plan_has_the_proposed_values() {
    let (answer, messages) = plan("a", DEFERS).await;
    assert_eq!(messages, Vec::<String>::new());
    assert_eq!(
        answer.deferred.unwrap().reason,
        DeferredReason::AbsentPrerequisite
    );
    let planned = object::<Bucket>(&answer.planned_state);
    assert_eq!(planned.get("zone"), Some(&"north".into()));
    let (answer, messages) = plan("a", ClientCapabilities::default()).await;
    assert_eq!((messages, answer.deferred), (vec![], None));
}

#[tokio::test]
async fn l12_the_reason_of_the_resource_replaces_the_reason_of_the_provider() {
    let (answer, messages) = plan("later", DEFERS).await;
    assert_eq!(messages, Vec::<String>::new());
    assert_eq!(
        answer.deferred.unwrap().reason,
        DeferredReason::ResourceConfigUnknown
    );
    assert!(
        answer.planned_identity.is_some(),
        "what follows is not skipped"
    );
}

#[tokio::test]
async fn r1_a_deferred_read_keeps_the_state() {
    let provider = terrane::server::<Cloud>();
    configure(&provider, DEFERS).await;
    let mut request = ReadResourceRequest {
        type_name: "cloud_bucket".to_owned(),
        current_state: value::<Bucket>(r#"{"name":"a","zone":"north"}"#),
        private: b"{}".to_vec().into(),
        client_capabilities: DEFERS,
        ..ReadResourceRequest::default()
    };
    let answer = provider.read_resource(request.clone()).await.unwrap();
    assert_eq!(messages_of(&answer.diagnostics), Vec::<String>::new());
    assert_eq!(
        answer.deferred.unwrap().reason,
        DeferredReason::AbsentPrerequisite
    );
    assert_eq!(answer.new_state, request.current_state);
    assert_eq!(answer.private, request.private);
    request.client_capabilities = ClientCapabilities::default();
    let answer = provider.read_resource(request.clone()).await.unwrap();
    assert_eq!(answer.new_state, request.current_state);
    assert!(messages_of(&answer.diagnostics)[0].contains("defers its work"));
    request.current_state = DynamicValue::default();
    let answer = provider.read_resource(request).await.unwrap();
    assert!(messages_of(&answer.diagnostics)[0].contains("Host sent no value"));
}
