//! Plans while the provider defers its work, and plans that are made twice (rules L1, L12, L31).

use std::sync::Arc;

use terrane::DeferredReason;
use terrane::ObjectModel as _;
use terrane::prelude::*;
use terrane_protocol::{DynamicValue, Opaque, PlanResourceChangeRequest, ReadResourceRequest};
use terrane_test::client::{Client, Instance, PlannedChange};

use crate::setup::{DEFERS, configured, json, stored, value, with_unknown};

struct Cloud;

#[provider("registry.terraform.io/example/cloud")]
impl Provider for Cloud {
    async fn configure((): (), cx: &mut ConfigureContext) -> Result<Self> {
        if cx.deferral_allowed() {
            return cx.defer(DeferredReason::AbsentPrerequisite);
        }
        Ok(Cloud)
    }

    fn register(registry: &mut Registry<Self>) {
        registry.resource::<Bucket>().resource::<Object>();
    }
}

/// A bucket, which waits for the provider.
#[derive(Model)]
struct Bucket {
    /// Its name.
    #[tf(replace)]
    name: String,
    /// The size.
    #[tf(default = 7)]
    size: i64,
    /// Its number.
    #[tf(identity)]
    id: Computed<String>,
}

/// An object, which is planned all the same.
#[derive(Model)]
struct Object {
    /// Its name.
    #[tf(replace)]
    name: String,
    /// Its number.
    id: Computed<String>,
}

macro_rules! resource {
    ($name:ident, $plans:expr) => {
        impl Resource for $name {
            type Provider = Cloud;
            const PLANS_WHILE_DEFERRED: bool = $plans;

            async fn plan(change: &mut PlanContext<Self>, cloud: Option<&Cloud>) -> Result<()> {
                let first = change
                    .planned_private()
                    .map(|private| private.get::<i64>("times"));
                let times = first.transpose()?.flatten().unwrap_or(0) + 1;
                change.private_mut().set("times", &times);
                let messages = format!("{times} {}", cloud.is_some());
                change.cx().warn("Looked at", messages);
                let planned = change.planned()?;
                if planned.is_some_and(|it| it.name.known().is_some_and(|name| name == "mine")) {
                    return change.defer(DeferredReason::ResourceConfigUnknown);
                }
                Ok(())
            }

            async fn create(plan: Self, _: &Cloud, _: &mut CreateContext) -> Result<Self> {
                Ok(plan)
            }

            async fn update(
                plan: Self,
                _: Prior<Self>,
                _: &Cloud,
                _: &mut UpdateContext,
            ) -> Result<Self> {
                Ok(plan)
            }

            async fn delete(_: Prior<Self>, _: &Cloud, _: &mut DeleteContext) -> Result<()> {
                Ok(())
            }
        }
    };
}

resource!(Bucket, false);
resource!(Object, true);

/// A client of a provider that defers its work.
async fn deferring() -> Client {
    deferred_by(terrane::server::<Cloud>()).await
}

async fn deferred_by(provider: Arc<dyn terrane_protocol::Provider>) -> Client {
    let client = Client::new(provider).await.unwrap().allow_deferral();
    client.configure(json("{}")).await.unwrap();
    client
}

async fn create(client: Client, type_name: &str, config: &str) -> PlannedChange {
    let absent = Instance::absent(type_name);
    client.plan(&absent, json(config)).await.unwrap()
}

#[tokio::test]
async fn l1_a_deferred_provider_plans_the_proposed_state() {
    let client = deferring().await;
    let prior = r#"{"name":"old","size":7,"id":"1"}"#;
    let prior = stored(&client, "cloud_bucket", Some(prior)).with_private(b"as it was".to_vec());
    let planned = client
        .plan_in_place(&prior, json(r#"{"name":"new"}"#))
        .await;
    let planned = planned.unwrap();
    let proposed = r#"{"name":"new","size":7,"id":"1"}"#;
    let proposed = stored(&client, "cloud_bucket", Some(proposed));
    assert_eq!(planned.value(), proposed.value());
    assert_eq!(planned.private(), b"as it was");
    assert!(planned.requires_replace().is_empty() && planned.warnings().is_empty());
    assert_eq!(planned.deferred(), Some(DeferredReason::AbsentPrerequisite));
    let deletion = client.plan_delete(&prior).await.unwrap();
    assert!(deletion.value().is_null());
    assert_eq!(
        deletion.deferred(),
        Some(DeferredReason::AbsentPrerequisite)
    );
    let creation = create(client, "cloud_bucket", r#"{"name":"new"}"#).await;
    assert_eq!(
        (creation.attribute("size"), creation.attribute("id")),
        (Some(&Value::Null), Some(&Value::Null))
    );
}

#[tokio::test]
async fn l1_without_deferral_everything_is_planned() {
    let client = crate::setup::client::<Cloud>().await;
    let planned = create(client, "cloud_bucket", r#"{"name":"new"}"#).await;
    assert_eq!(planned.attribute("size"), Some(&7.into()));
    assert_eq!(planned.warnings()[0].detail, "1 true");
    assert_eq!(planned.deferred(), None);
}

/// A host that imports an object while the provider defers, and then reads and plans it.
#[tokio::test]
async fn i1_a_deferred_import_is_read_and_planned_as_unknown() {
    for (type_name, block, defers) in [
        ("cloud_bucket", Bucket::block(), DEFERS),
        ("cloud_object", Object::block(), DEFERS),
    ] {
        let provider = terrane::server::<Cloud>();
        deferred_by(Arc::clone(&provider)).await;
        let ty = block.ty();
        let unknown = DynamicValue::encode(&Value::unknown(), &ty).unwrap();
        let read = ReadResourceRequest {
            type_name: type_name.to_owned(),
            current_state: unknown.clone(),
            private: Opaque::from(bytes::Bytes::from_static(b"as it was")),
            client_capabilities: defers,
            ..ReadResourceRequest::default()
        };
        let answer = provider.read_resource(read.clone()).await.unwrap();
        assert!(answer.diagnostics.is_empty(), "{:?}", answer.diagnostics);
        assert_eq!(answer.new_state, unknown);
        assert_eq!(answer.private, read.private);
        let reason = answer.deferred;
        assert_eq!(reason, Some(DeferredReason::AbsentPrerequisite));

        let asked = PlanResourceChangeRequest {
            type_name: type_name.to_owned(),
            prior_state: unknown.clone(),
            prior_private: read.private.clone(),
            proposed_new_state: with_unknown::<Object>(r#"{"name":"a"}"#, "id"),
            config: with_unknown::<Object>(r#"{"name":"a"}"#, "id"),
            client_capabilities: defers,
            ..PlanResourceChangeRequest::default()
        };
        let answer = match type_name {
            "cloud_object" => provider.plan_resource_change(asked.clone()).await.unwrap(),
            _ => {
                let asked = PlanResourceChangeRequest {
                    config: value::<Bucket>(r#"{"name":"a"}"#),
                    proposed_new_state: value::<Bucket>(r#"{"name":"a"}"#),
                    ..asked.clone()
                };
                let answer = provider.plan_resource_change(asked.clone()).await.unwrap();
                assert_eq!(answer.planned_state, asked.proposed_new_state);
                answer
            }
        };
        assert!(answer.diagnostics.is_empty(), "{:?}", answer.diagnostics);
        assert_eq!(answer.planned_private, asked.prior_private);
        let reason = answer.deferred;
        assert_eq!(reason, Some(DeferredReason::AbsentPrerequisite));

        let refused = ReadResourceRequest {
            client_capabilities: Default::default(),
            ..read
        };
        let refused = provider.read_resource(refused).await.unwrap();
        assert_eq!(refused.diagnostics[0].summary, "Cannot read the state");
    }
}

#[tokio::test]
async fn l12_a_resource_with_its_own_deferral_is_planned_and_deferred() {
    let planned = create(deferring().await, "cloud_object", r#"{"name":"a"}"#).await;
    assert!(planned.attribute("id").unwrap().is_unknown());
    assert_eq!(planned.warnings()[0].detail, "1 false");
    assert_eq!(planned.deferred(), Some(DeferredReason::AbsentPrerequisite));
}

#[tokio::test]
async fn l12_the_reason_of_a_plan_hook_replaces_the_reason_of_the_provider() {
    let planned = create(deferring().await, "cloud_object", r#"{"name":"mine"}"#).await;
    let reason = planned.deferred();
    assert_eq!(reason, Some(DeferredReason::ResourceConfigUnknown));
}

#[tokio::test]
async fn l31_a_second_plan_gets_the_private_state_of_the_first() {
    let provider = configured::<Cloud>().await;
    let mut asked = PlanResourceChangeRequest {
        type_name: "cloud_object".to_owned(),
        proposed_new_state: value::<Object>(r#"{"name":"a"}"#),
        config: value::<Object>(r#"{"name":"a"}"#),
        ..PlanResourceChangeRequest::default()
    };
    asked.client_capabilities.store_planned_private = true;
    let first = provider.plan_resource_change(asked.clone()).await.unwrap();
    assert_eq!(first.diagnostics[0].detail, "1 true");
    asked.planned_private = first.planned_private;
    let second = provider.plan_resource_change(asked).await.unwrap();
    assert_eq!(second.diagnostics[0].detail, "2 true");
}
