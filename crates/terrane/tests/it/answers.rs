//! Properties of every answer: known types, the format of values, and flags that are never set.

use std::ptr;

use bytes::Bytes;
use terrane::prelude::*;
use terrane_protocol::*;
use terrane_value::{Object, Type};

use crate::lab::lab;
use crate::setup::configured;

lab!(|registry| registry.resource::<Sample>().resource::<SampleAgain>());

/// A sample.
#[derive(Model)]
struct Sample {
    /// Its name.
    #[tf(identity)]
    name: String,
    /// Its size.
    size: Computed<i64>,
}

/// Another model of the same name.
#[derive(Model)]
#[tf(name = "sample")]
struct SampleAgain {}

impl Resource for Sample {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        Ok(plan.with_computed(SampleComputed { size: 1 }))
    }

    async fn read(prior: Prior<Self>, _: &Lab, _: &mut ReadContext) -> Result<Found<Self>> {
        let size = Computed::unknown();
        let prior = prior.into_complete();
        Ok(Found::or_gone(prior.map(|prior| Sample { size, ..prior })))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        panic!("there is nothing to delete")
    }
}

impl Resource for SampleAgain {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

fn from_json(text: &'static str) -> DynamicValue {
    DynamicValue::from_json(Bytes::from_static(text.as_bytes()))
}

fn ty() -> Type {
    Type::object([("name", Type::String), ("size", Type::Number)])
}

fn type_name() -> String {
    "lab_sample".to_owned()
}

/// Plans and makes a sample, by messages in JSON.
async fn made() -> (PlanResourceChangeResponse, ApplyResourceChangeResponse) {
    let provider = configured::<Lab>().await;
    let config = from_json(r#"{"name":"a","size":null}"#);
    let request = PlanResourceChangeRequest {
        type_name: type_name(),
        proposed_new_state: config.clone(),
        config: config.clone(),
        ..PlanResourceChangeRequest::default()
    };
    let planned = provider.plan_resource_change(request).await.unwrap();
    assert!(planned.diagnostics.is_empty(), "{:?}", planned.diagnostics);
    let request = ApplyResourceChangeRequest {
        type_name: type_name(),
        planned_state: planned.planned_state.clone(),
        config,
        ..ApplyResourceChangeRequest::default()
    };
    let applied = provider.apply_resource_change(request).await.unwrap();
    assert!(applied.diagnostics.is_empty(), "{:?}", applied.diagnostics);
    (planned, applied)
}

#[tokio::test]
async fn g2_the_schema_is_made_once_and_agrees_with_the_metadata() {
    let provider = terrane::server::<Lab>();
    let schema = async || {
        provider
            .get_provider_schema(Default::default())
            .await
            .unwrap()
    };
    let (one, other) = (schema().await, schema().await);
    assert!(ptr::eq(&*one, &*other));
    let metadata = provider.get_metadata(Default::default()).await.unwrap();
    assert_eq!(metadata.server_capabilities, one.server_capabilities);
    assert_eq!(metadata.diagnostics, one.diagnostics);
    let ServerCapabilities {
        plan_destroy,
        get_provider_schema_optional,
        move_resource_state,
        generate_resource_config,
    } = one.server_capabilities;
    assert!(plan_destroy && get_provider_schema_optional && generate_resource_config);
    assert!(!move_resource_state, "nothing can be moved here (M6)");
}

#[tokio::test]
async fn g3_a_duplicate_name_is_an_error_and_the_first_is_used() {
    let provider = terrane::server::<Lab>();
    let schema = provider
        .get_provider_schema(Default::default())
        .await
        .unwrap();
    let [error] = &schema.diagnostics[..] else {
        panic!("{:?}", schema.diagnostics)
    };
    assert_eq!(error.summary, "Duplicate resource");
    assert!(error.detail.contains("`lab_sample`"), "{error}");
    assert_eq!(schema.resource_schemas["lab_sample"].block.ty(), ty());
}

#[tokio::test]
async fn g7_answers_are_messagepack_for_requests_in_either_format() {
    let (planned, applied) = made().await;
    for value in [&planned.planned_state, &applied.new_state] {
        assert!(!value.msgpack.is_empty() && value.json.is_empty());
    }
    let state = applied.new_state.decode(&ty()).unwrap();
    let expected = Object::from_pairs([("name", Value::from("a")), ("size", 1.into())]);
    assert_eq!(state, expected.into());
}

#[tokio::test]
async fn l16_no_answer_claims_the_old_type_system() {
    let (planned, applied) = made().await;
    assert!(!planned.legacy_type_system && !applied.legacy_type_system);
}

#[tokio::test]
async fn a1_an_apply_without_prior_and_planned_state_does_nothing() {
    let request = ApplyResourceChangeRequest {
        type_name: type_name(),
        ..ApplyResourceChangeRequest::default()
    };
    let provider = configured::<Lab>().await;
    let answer = provider.apply_resource_change(request).await.unwrap();
    assert!(answer.diagnostics.is_empty(), "{:?}", answer.diagnostics);
    assert!(answer.new_state.decode(&ty()).unwrap().is_null());
}

#[tokio::test]
async fn a2_a_change_without_a_configured_provider_is_an_error_that_keeps_state_and_identity() {
    let provider = terrane::server::<Lab>();
    let before = from_json(r#"{"name":"a","size":1}"#);
    let identity_ty = Type::object([("name", Type::String)]);
    let private = Opaque::from(Bytes::from_static(br#"{"etag":"ImEi"}"#));
    for (prior_state, planned_state, identity) in [
        (DynamicValue::default(), before.clone(), None),
        (
            before.clone(),
            from_json(r#"{"name":"a","size":2}"#),
            Some("a"),
        ),
        (before, DynamicValue::default(), Some("a")),
    ] {
        let request = ApplyResourceChangeRequest {
            type_name: type_name(),
            prior_state: prior_state.clone(),
            planned_state,
            planned_private: private.clone(),
            ..ApplyResourceChangeRequest::default()
        };
        let answer = provider.apply_resource_change(request).await.unwrap();
        let [error] = &answer.diagnostics[..] else {
            panic!("{:?}", answer.diagnostics)
        };
        assert!(error.detail.contains("has not configured"), "{error}");
        assert_eq!(answer.new_state, prior_state);
        assert_eq!(answer.private, private);
        let expected = identity.map(|name| Object::from_pairs([("name", name)]).into());
        let new_identity = answer.new_identity.map(|it| it.decode(&identity_ty));
        assert_eq!(new_identity.transpose().unwrap(), expected);
    }
}

#[tokio::test]
async fn r6_a_value_that_a_read_leaves_unknown_is_named_and_kept() {
    let request = ReadResourceRequest {
        type_name: type_name(),
        current_state: from_json(r#"{"name":"a","size":1}"#),
        ..ReadResourceRequest::default()
    };
    let answer = configured::<Lab>()
        .await
        .read_resource(request)
        .await
        .unwrap();
    let [error] = &answer.diagnostics[..] else {
        panic!("{:?}", answer.diagnostics)
    };
    assert!(
        error.is_error() && error.detail.contains("`size`"),
        "{error}"
    );
    let state = answer.new_state.decode(&ty()).unwrap();
    let expected = Object::from_pairs([("name", Value::from("a")), ("size", 1.into())]);
    assert_eq!(state, expected.into());
}
