//! Resources over values, whose contexts are those of models.

use std::sync::Arc;

use terrane::dynamic::{BoxFuture, Configured, DynResource};
use terrane::prelude::*;
use terrane::schema::{Block, Member, Shape};
use terrane_protocol::{ApplyResourceChangeRequest, DynamicValue};
use terrane_value::{Data, Object, Type};

use crate::lab::lab;
use crate::setup::configured;

lab!(|registry| registry.dynamic().resource(Made));

/// A resource whose creation fails when the object exists already.
struct Made;

impl DynResource for Made {
    fn name(&self) -> &str {
        "made"
    }

    fn block(&self) -> Block {
        Block::new([Member::new("name", Shape::Type(Type::String))])
    }

    fn validate(&self, _: &Object, _: ValidateContext) -> Result<()> {
        Ok(())
    }

    fn create(
        &self,
        plan: &Object,
        _: Configured,
        mut cx: CreateContext,
    ) -> BoxFuture<Result<Object>> {
        let plan = plan.clone();
        Box::pin(async move {
            cx.private_mut().set("etag", "e1");
            cx.checkpoint(plan);
            Err(Error::new("Cannot go on", ""))
        })
    }

    fn read(
        &self,
        state: Arc<Object>,
        _: Configured,
        _: ReadContext,
    ) -> BoxFuture<Result<Found<Object>>> {
        Box::pin(async { Ok(Found::Object(Arc::unwrap_or_clone(state))) })
    }

    fn update(
        &self,
        plan: &Object,
        _: Arc<Object>,
        _: Configured,
        _: UpdateContext,
    ) -> BoxFuture<Result<Object>> {
        let made = plan.clone();
        Box::pin(async { Ok(made) })
    }

    fn delete(&self, _: Arc<Object>, _: Configured, _: DeleteContext) -> BoxFuture<Result<()>> {
        panic!("nobody has written this yet")
    }
}

/// The object in its encoded form.
fn made() -> DynamicValue {
    let value = Value::Known(Data::Object(Object::from_pairs([("name", "a")])));
    DynamicValue::encode(&value, &Made.block().ty()).unwrap()
}

#[tokio::test]
async fn a7_a_panic_before_the_first_await_keeps_the_object() {
    let nothing = DynamicValue::encode(&Value::Null, &Made.block().ty()).unwrap();
    let request = ApplyResourceChangeRequest {
        type_name: "lab_made".to_owned(),
        prior_state: made(),
        config: nothing.clone(),
        planned_state: nothing,
        ..ApplyResourceChangeRequest::default()
    };
    let provider = configured::<Lab>().await;
    let answer = provider.apply_resource_change(request).await.unwrap();
    let messages = answer.diagnostics.iter().next().unwrap();
    assert_eq!(messages.summary, "Cannot delete lab_made");
    assert!(
        messages.detail.contains("nobody has written this"),
        "{messages:?}"
    );
    assert_eq!(answer.new_state, made());
}

#[tokio::test]
async fn a7_a_failed_creation_keeps_its_checkpoint_and_its_private_state() {
    let planned_state = made();
    let request = ApplyResourceChangeRequest {
        type_name: "lab_made".to_owned(),
        config: planned_state.clone(),
        planned_state: planned_state.clone(),
        ..ApplyResourceChangeRequest::default()
    };
    let provider = configured::<Lab>().await;
    let answer = provider.apply_resource_change(request).await.unwrap();
    assert!(answer.diagnostics.has_errors());
    assert_eq!(answer.new_state, planned_state);
    let private = String::from_utf8_lossy(&answer.private).into_owned();
    assert!(private.contains("etag"), "{private}");
}
