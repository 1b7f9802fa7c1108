//! Objects that exist in the state alone: only `create` has something to do.

use terrane::prelude::*;
use terrane_test::client::{Client, Instance, PlannedChange};

use crate::setup::{client, json, stored};

#[derive(Default)]
struct Dice;

#[provider("registry.terraform.io/example/dice")]
impl terrane::Provider for Dice {
    fn register(registry: &mut Registry<Self>) {
        registry.state_only::<Throw>();
    }
}

/// A throw of a die.
#[derive(Model, Debug)]
struct Throw {
    /// Why it was thrown.
    reason: String,
    /// What came up.
    #[tf(keep)]
    result: Computed<i64>,
}

impl StateOnly for Throw {
    type Provider = Dice;

    async fn create(plan: Self, _: &Dice, _: &mut CreateContext) -> Result<Self> {
        Ok(plan.with_computed(ThrowComputed { result: 4 }))
    }
}

/// Applies a plan, and reads the object if it exists.
async fn applied(client: &Client, plan: PlannedChange) -> Instance {
    let made = client.apply(plan).await.unwrap();
    if made.exists() {
        let read = client.read(&made).await.unwrap();
        assert_eq!(read.value(), made.value());
    }
    made
}

#[tokio::test]
async fn a_state_only_resource_keeps_its_computed_values_after_its_creation() {
    let client = client::<Dice>().await;
    let throw = |text| stored(&client, "dice_throw", Some(text));
    let absent = Instance::absent("dice_throw");
    let plan = client.plan(&absent, json(r#"{"reason":"why"}"#)).await;
    let made = applied(&client, plan.unwrap()).await;
    let expected = throw(r#"{"reason":"why","result":4}"#);
    assert_eq!(made.value(), expected.value());
    let prior = throw(r#"{"reason":"why","result":5}"#);
    let plan = client.plan(&prior, json(r#"{"reason":"why not"}"#)).await;
    let changed = applied(&client, plan.unwrap()).await;
    let expected = throw(r#"{"reason":"why not","result":5}"#);
    assert_eq!(changed.value(), expected.value());
    let plan = client.plan_delete(&prior).await.unwrap();
    assert!(!applied(&client, plan).await.exists());
}
