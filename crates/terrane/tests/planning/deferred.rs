//! Plans while the provider defers its work, and plans that are made twice (rules L1, L12, L31).

use terrane::DeferredReason;
use terrane::prelude::*;
use terrane_protocol::{
    DynamicValue, Opaque, PlanResourceChangeRequest, PlanResourceChangeResponse,
    ReadResourceRequest,
};

use crate::rig::{DEFERS, configured_by, decode, request};

struct Cloud;

impl Provider for Cloud {
    const ADDRESS: &'static str = "registry.terraform.io/example/cloud";
    const VERSION: &'static str = "0.1.0";
    type Config = ();

    async fn configure((): (), cx: &mut Configure) -> Result<Self> {
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
#[derive(Schema)]
struct Bucket {
    /// Its name.
    #[tf(replace)]
    name: String,
    /// How large it is.
    #[tf(default = 7)]
    size: i64,
    /// Its number.
    #[tf(identity)]
    id: Computed<String>,
}

/// An object, which is planned all the same.
#[derive(Schema)]
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

            async fn plan(change: &mut Change<Self>, cloud: Option<&Cloud>) -> Result<()> {
                let first = change
                    .planned_private()
                    .map(|private| private.get::<i64>("times"));
                let times = first.transpose()?.flatten().unwrap_or(0) + 1;
                change.private_mut(|private| private.set("times", &times));
                let messages = format!("{times} {}", cloud.is_some());
                change.cx().warn("Looked at", messages);
                let planned = change.planned()?;
                if planned.is_some_and(|it| it.name.known().is_some_and(|name| name == "mine")) {
                    return change.defer(DeferredReason::ResourceConfigUnknown);
                }
                Ok(())
            }

            async fn create(plan: Self, _: &Cloud, _: &mut Create) -> Result<Self> {
                Ok(plan)
            }

            async fn update(plan: Self, _: Prior<Self>, _: &Cloud, _: &mut Update) -> Result<Self> {
                Ok(plan)
            }

            async fn delete(
                _: Key<Self>,
                _: Option<Self>,
                _: &Cloud,
                _: &mut Delete,
            ) -> Result<()> {
                Ok(())
            }
        }
    };
}

resource!(Bucket, false);
resource!(Object, true);

async fn plan(request: PlanResourceChangeRequest) -> PlanResourceChangeResponse {
    let capabilities = request.client_capabilities;
    let provider = configured_by::<Cloud>(capabilities).await;
    let answer = provider.plan_resource_change(request).await.unwrap();
    assert!(!answer.diagnostics.has_errors(), "{:?}", answer.diagnostics);
    answer
}

fn bucket(prior: Option<&str>, config: Option<&str>) -> PlanResourceChangeRequest {
    PlanResourceChangeRequest {
        client_capabilities: DEFERS,
        ..request::<Bucket>("cloud_bucket", prior, config)
    }
}

fn object(config: &str) -> PlanResourceChangeRequest {
    PlanResourceChangeRequest {
        client_capabilities: DEFERS,
        ..request::<Object>("cloud_object", None, Some(config))
    }
}

fn reason(answer: &PlanResourceChangeResponse) -> Option<DeferredReason> {
    answer.deferred.map(|deferred| deferred.reason)
}

#[tokio::test]
async fn l1_a_deferred_provider_plans_what_is_proposed() {
    let prior = r#"{"name":"old","size":7,"id":"1"}"#;
    let mut asked = bucket(Some(prior), Some(r#"{"name":"new"}"#));
    asked.prior_private = Opaque::from(bytes::Bytes::from_static(b"as it was"));
    let answer = plan(asked.clone()).await;
    assert_eq!(answer.planned_state, asked.proposed_new_state);
    assert_eq!(answer.planned_private, asked.prior_private);
    assert!(answer.requires_replace.is_empty() && answer.diagnostics.is_empty());
    assert_eq!(reason(&answer), Some(DeferredReason::AbsentPrerequisite));
    let creation = plan(bucket(None, Some(r#"{"name":"new"}"#))).await;
    let planned = decode::<Bucket>(&creation.planned_state).unwrap();
    assert_eq!(
        (planned.get("size"), planned.get("id")),
        (Some(&Value::Null), Some(&Value::Null))
    );
    let deletion = plan(bucket(Some(prior), None)).await;
    assert_eq!(decode::<Bucket>(&deletion.planned_state), None);
    assert_eq!(reason(&deletion), Some(DeferredReason::AbsentPrerequisite));
}

#[tokio::test]
async fn l1_without_deferral_everything_is_planned() {
    let mut asked = bucket(None, Some(r#"{"name":"new"}"#));
    asked.client_capabilities.deferral_allowed = false;
    let answer = plan(asked).await;
    let planned = decode::<Bucket>(&answer.planned_state).unwrap();
    assert_eq!(planned.get("size"), Some(&7.into()));
    assert_eq!(answer.diagnostics[0].detail, "1 true");
    assert_eq!(reason(&answer), None);
}

/// A host that imports an object while the provider defers, and then reads and plans it.
#[tokio::test]
async fn i1_a_deferred_import_is_read_and_planned_as_unknown() {
    for (type_name, block, defers) in [
        ("cloud_bucket", Bucket::block(), DEFERS),
        ("cloud_object", Object::block(), DEFERS),
    ] {
        let provider = configured_by::<Cloud>(defers).await;
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
        let reason = answer.deferred.map(|it| it.reason);
        assert_eq!(reason, Some(DeferredReason::AbsentPrerequisite));

        let asked = PlanResourceChangeRequest {
            type_name: type_name.to_owned(),
            prior_state: unknown.clone(),
            prior_private: read.private.clone(),
            ..object(r#"{"name":"a","id":"?"}"#)
        };
        let answer = match type_name {
            "cloud_object" => provider.plan_resource_change(asked.clone()).await.unwrap(),
            _ => {
                let config = request::<Bucket>(type_name, None, Some(r#"{"name":"a"}"#));
                let asked = PlanResourceChangeRequest {
                    config: config.config,
                    proposed_new_state: config.proposed_new_state,
                    ..asked.clone()
                };
                let answer = provider.plan_resource_change(asked.clone()).await.unwrap();
                assert_eq!(answer.planned_state, asked.proposed_new_state);
                answer
            }
        };
        assert!(answer.diagnostics.is_empty(), "{:?}", answer.diagnostics);
        assert_eq!(answer.planned_private, asked.prior_private);
        let reason = answer.deferred.map(|it| it.reason);
        assert_eq!(reason, Some(DeferredReason::AbsentPrerequisite));

        let refused = ReadResourceRequest {
            client_capabilities: Default::default(),
            ..read
        };
        let refused = provider.read_resource(refused).await.unwrap();
        assert_eq!(refused.diagnostics[0].summary, "Host sent a bad value");
    }
}

#[tokio::test]
async fn l12_a_resource_that_asks_for_it_is_planned_and_deferred() {
    let answer = plan(object(r#"{"name":"a"}"#)).await;
    let planned = decode::<Object>(&answer.planned_state).unwrap();
    assert!(planned.get("id").unwrap().is_unknown());
    assert_eq!(answer.diagnostics[0].detail, "1 false");
    assert_eq!(reason(&answer), Some(DeferredReason::AbsentPrerequisite));
}

#[tokio::test]
async fn l12_its_own_reason_replaces_the_providers() {
    let answer = plan(object(r#"{"name":"mine"}"#)).await;
    assert_eq!(reason(&answer), Some(DeferredReason::ResourceConfigUnknown));
}

#[tokio::test]
async fn l31_the_second_plan_sees_what_the_first_has_left() {
    let mut asked = object(r#"{"name":"a"}"#);
    asked.client_capabilities.deferral_allowed = false;
    asked.client_capabilities.store_planned_private = true;
    let first = plan(asked.clone()).await;
    assert_eq!(first.diagnostics[0].detail, "1 true");
    asked.planned_private = first.planned_private;
    let second = plan(asked).await;
    assert_eq!(second.diagnostics[0].detail, "2 true");
}
