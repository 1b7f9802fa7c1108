//! Resources over values, whose contexts are those of models.

use terrane::DynResource;
use terrane::prelude::*;
use terrane::resource::{BoxFuture, Configured};
use terrane::schema::{Block, Member, Shape};
use terrane_protocol::{ApplyResourceChangeRequest, DynamicValue};
use terrane_value::{Data, Object, Type};

use crate::setup::{configured, lab};

lab!(|registry| registry.dyn_resource(Made));

/// A resource whose creation fails when the object is there already.
struct Made;

impl DynResource for Made {
    fn name(&self) -> &str {
        "made"
    }

    fn block(&self) -> Block {
        Block::new([Member::new("name", Shape::Type(Type::String))])
    }

    fn validate(&self, _: Object, _: Validate) -> Result<()> {
        Ok(())
    }

    fn create(&self, plan: Object, _: Configured, mut cx: Create) -> BoxFuture<Result<Object>> {
        Box::pin(async move {
            cx.private_mut(|private| private.set("etag", "e1"));
            cx.checkpoint(plan);
            Err(Error::new("Cannot go on", ""))
        })
    }

    fn read(&self, state: Object, _: Configured, _: Read) -> BoxFuture<Result<Option<Object>>> {
        Box::pin(async { Ok(Some(state)) })
    }

    fn update(
        &self,
        plan: Object,
        _: Object,
        _: Configured,
        _: Update,
    ) -> BoxFuture<Result<Object>> {
        Box::pin(async { Ok(plan) })
    }

    fn delete(&self, _: Object, _: Configured, _: Delete) -> BoxFuture<Result<()>> {
        Box::pin(async { Ok(()) })
    }
}

#[tokio::test]
async fn a7_a_failed_creation_keeps_its_checkpoint_and_its_private_state() {
    let block = Made.block();
    let object = Object::from_pairs([("name", "a")]);
    let value = Value::Known(Data::Object(object));
    let planned_state = DynamicValue::encode(&value, &block.ty()).unwrap();
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
