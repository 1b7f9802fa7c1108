//! Objects that exist in the state alone: only `create` has something to do.

use terrane::prelude::*;
use terrane_protocol::{ApplyResourceChangeRequest, DynamicValue, ReadResourceRequest};
use terrane_value::Object;

use crate::setup::configured;

struct Dice;

impl terrane::Provider for Dice {
    const ADDRESS: &'static str = "registry.terraform.io/example/dice";
    const VERSION: &'static str = "0.1.0";
    type Config = ();

    async fn configure((): (), _: &mut Configure) -> Result<Self> {
        Ok(Dice)
    }

    fn register(registry: &mut Registry<Self>) {
        registry.state_only::<Throw>();
    }
}

/// A throw of a die.
#[derive(Schema, Debug)]
struct Throw {
    /// Why it was thrown.
    reason: String,
    /// What came up.
    #[tf(keep)]
    result: Computed<i64>,
}

impl StateOnly for Throw {
    type Provider = Dice;

    async fn create(plan: Self, _: &Dice, _: &mut Create) -> Result<Self> {
        Ok(plan.with_computed(ThrowComputed { result: 4 }))
    }
}

fn throw(reason: &str, result: Value) -> Value {
    Object::from_pairs([("reason", Value::from(reason)), ("result", result)]).into()
}

/// What becomes of an object by a change.
async fn applied(prior: Value, planned: Value) -> Value {
    let provider = configured::<Dice>().await;
    let ty = Throw::block().ty();
    let encoded = |value: &Value| DynamicValue::encode(value, &ty).unwrap();
    let config = match planned.as_object() {
        Some(object) => throw(object.get("reason").unwrap().as_str().unwrap(), Value::Null),
        None => Value::Null,
    };
    let request = ApplyResourceChangeRequest {
        type_name: "dice_throw".to_owned(),
        prior_state: encoded(&prior),
        planned_state: encoded(&planned),
        config: encoded(&config),
        ..ApplyResourceChangeRequest::default()
    };
    let answer = provider.apply_resource_change(request).await.unwrap();
    assert!(!answer.diagnostics.has_errors(), "{:?}", answer.diagnostics);
    let state = answer.new_state.decode(&ty).unwrap();
    let request = ReadResourceRequest {
        type_name: "dice_throw".to_owned(),
        current_state: answer.new_state,
        ..ReadResourceRequest::default()
    };
    if !state.is_null() {
        let read = provider.read_resource(request).await.unwrap();
        assert_eq!(read.new_state.decode(&ty).unwrap(), state);
    }
    state
}

#[tokio::test]
async fn it_is_made_and_then_its_plans_are_its_states() {
    let made = applied(Value::Null, throw("why", Value::unknown())).await;
    assert_eq!(made, throw("why", 4.into()));
    let changed = applied(throw("why", 5.into()), throw("why not", 5.into())).await;
    assert_eq!(changed, throw("why not", 5.into()));
    let deleted = applied(throw("why", 5.into()), Value::Null).await;
    assert_eq!(deleted, Value::Null);
}
